import { ApiError } from '@krapao/contract/client';
import { useEffect, useReducer } from 'react';
import { toast } from '../../components/toast.ts';
import { t } from '../../i18n/i18n.ts';
import { client } from '../../lib/api.ts';
import { noteRegisteredPhone } from '../../lib/registeredPhone.ts';
import { variant } from '../../lib/variant.ts';
import { rememberedInviteCode } from './inviteCode.ts';
import { keepRegistration, keptRegistration } from './keptRegistration.ts';
import {
  type Fields,
  keptOf,
  profileFieldOf,
  RESEND_AFTER_MS,
  registrationCurrency,
  registrationPayload,
  registrationReducer,
  startRegistration,
  stepProblem,
} from './registration.ts';

interface Options {
  /** Asks the server whether registration needs a code (REG-01). */
  askNeedsOtp: () => Promise<boolean>;
}

/** The field that an error code concerns. */
type FieldOf = (code: string | undefined) => keyof Fields | null;

/** The state of the wizard and its server calls. */
export function useRegistration({ askNeedsOtp }: Options) {
  const [state, dispatch] = useReducer(registrationReducer, null, () =>
    startRegistration(rememberedInviteCode(window.location.search), keptRegistration()),
  );
  useEffect(() => keepRegistration(keptOf(state)), [state]);

  async function attempt(field: keyof Fields | FieldOf | null, act: () => Promise<void>) {
    dispatch({ type: 'sent' });
    try {
      await act();
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      dispatch({
        type: 'refused',
        problem: { field: typeof field === 'function' ? field(code) : field, error },
      });
    }
  }

  async function sendOtp() {
    const answer = await client('POST /api/otp/send', { body: { phoneNumber: state.fields.phone } });
    // REG-02: a number that is already verified needs no code.
    if (answer.code === 'OTP_VERIFIED') dispatch({ type: 'phoneVerified' });
    else
      dispatch({
        type: 'otpSent',
        token: answer.otpToken,
        reference: answer.otpRef,
        resendAt: Date.now() + RESEND_AFTER_MS,
      });
  }

  async function verifyOtp(otpCode: string) {
    try {
      await client('POST /api/otp/verify', { body: { otpToken: state.otp?.token ?? '', otpCode } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'OTP_VERIFIED') throw error;
    }
    dispatch({ type: 'phoneVerified' });
  }

  /** Runs `act` unless the step is incomplete or has a problem. */
  function whenComplete(field: FieldOf | null, act: () => Promise<void>) {
    const problem = stepProblem(state);
    if (problem === 'incomplete') return;
    if (problem) dispatch({ type: 'refused', problem });
    else void attempt(field, act);
  }

  return {
    state,
    dispatch,
    sendPhone: () =>
      attempt('phone', async () => {
        if (await askNeedsOtp()) await sendOtp();
        else dispatch({ type: 'otpNotNeeded' });
      }),
    resendOtp: () =>
      attempt('otpCode', async () => {
        await sendOtp();
        toast.success(() => t('register.otp.resent'));
      }),
    verifyOtp: (code: string) => attempt('otpCode', () => verifyOtp(code)),
    sendProfile: () =>
      whenComplete(profileFieldOf, async () => {
        await client('POST /api/account/validate', { body: registrationPayload(state) });
        dispatch({ type: 'profileAccepted' });
      }),
    /** @param confirmedAge the years that the visitor confirms by registering, as the form says */
    register: (confirmedAge: number | undefined) =>
      whenComplete(null, async () => {
        const body = {
          ...registrationPayload(state),
          ...registrationCurrency(state, variant),
          ...(confirmedAge !== undefined && { confirmedAge }),
        };
        await client('POST /api/account', { body });
        noteRegisteredPhone(state.fields.phone);
        dispatch({ type: 'registered' });
      }),
  };
}

export type RegistrationWizard = ReturnType<typeof useRegistration>;
