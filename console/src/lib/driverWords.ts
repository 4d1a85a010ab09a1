import { wordsOr } from '../i18n/i18n.ts';

/** The label of a connection's field: its own, or one of its driver's settings or keys. */
export function driverFieldText(name: string): string {
  return wordsOr(`connections.field.${name}`, name);
}

/** The label of a permitted value of such a field; a value without words, such as `POST`, is shown as it is. */
export function driverChoiceText(field: string, value: string): string {
  return wordsOr(`connections.option.${field}.${value}`, value);
}

/** How a setting of a driver is entered, where its label does not say it; empty for none. */
export function driverHint(driver: string, field: string): string {
  return wordsOr(`connections.hint.${driver}.${field}`, '');
}

/** What a connection is for. */
export function capabilityText(capability: string): string {
  return wordsOr(`connections.capability.${capability}`, capability);
}
