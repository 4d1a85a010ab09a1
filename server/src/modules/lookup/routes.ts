import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { bind } from '../../calls/bind.ts';
import type { AppContext } from '../../context.ts';
import { ownContact } from '../../settings/shippedContact.ts';
import { canSendCodes } from '../otp/canSendCodes.ts';
import type { Bank } from './lookupRows.ts';

/** Lookups (API-06): texts and switches of the settings, and the banks. Deposit accounts belong to deposits, the limits of a
 * withdrawal to withdrawals. */
export function lookupRoutes(app: FastifyInstance, context: AppContext): void {
  const { config, settings, lookups } = context;

  bind(app, context, 'GET /api/lookup/banks', async () => listBanks(lookups.get().banks));
  bind(app, context, 'GET /api/lookup/conditions', async ({ language }) =>
    settings.get('conditions').map((condition) => condition[language]),
  );
  bind(app, context, 'GET /api/lookup/agreements', async ({ language }) =>
    settings.get('agreements').map((agreement) => agreement[language]),
  );
  bind(app, context, 'GET /api/lookup/info', async () => {
    const { name, website } = settings.get('site');
    return { name, website };
  });
  bind(app, context, 'GET /api/lookup/notice', async ({ language }) => ({
    notice: settings.get('notice')[language],
  }));
  bind(app, context, 'GET /api/lookup/contact', async ({ language }) => {
    const published = settings.get('contact');
    // What leads nowhere is an example on a laptop; members of a real site would follow it.
    const { text, lineLink, lineName, lineQr } =
      config.mode === 'production' ? ownContact(published) : published;
    return { contactText: text[language], lineLink, lineName, lineQR: lineQr };
  });
  bind(app, context, 'GET /api/lookup/howto', async ({ language }) =>
    settings
      .get('howto')
      .filter(({ isShown }) => isShown)
      .map(({ name, text, poster, films }) => ({
        title: name[language],
        text: text[language],
        poster,
        ...films[language],
      })),
  );
  bind(app, context, 'GET /api/lookup/slip', async () => {
    const { acceptsSlips, slipHours } = settings.get('deposit');
    return { isActive: acceptsSlips, uploadWithinMinutes: slipHours * 60 };
  });
  bind(app, context, 'GET /api/lookup/sources', async ({ language }) =>
    settings.get('sources').map(({ code, description }) => ({ code, description: description[language] })),
  );
  // While the site is off the site switch answers 410 before any handler runs.
  bind(app, context, 'GET /api/lookup/active', async () => ({ terminated: false }));
  bind(app, context, 'GET /api/lookup/minimumAge', async () => ({
    minimumAge: settings.get('protection').age.years,
  }));
  bind(app, context, 'GET /api/lookup/registerOTP', async () => ({
    registerOTP: settings.get('registration').otp,
    opensLater: settings.get('registration').otp && !canSendCodes(context),
  }));
  bind(app, context, 'GET /api/lookup/enableChatWidget', async () => ({
    enableChatWidget: settings.get('chatWidget').isEnabled,
  }));
}

/** The banks that members may register, in the order that operators chose (REG-09). */
function listBanks(banks: readonly Bank[]): ResponseOf<Contract['GET /api/lookup/banks']> {
  return banks.map((bank) => ({
    code: bank.code,
    nameTH: bank.name_th,
    nameEN: bank.name_en,
    nameLA: bank.name_la,
    country: bank.country === 'LA' ? 'LA' : 'TH',
    colour: bank.colour,
  }));
}
