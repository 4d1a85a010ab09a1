import { randomUUID } from 'node:crypto';
import type { Contract } from '@krapao/contract/api/index';
import type { ResponseOf } from '@krapao/contract/endpoint';
import type { Variant } from '@krapao/contract/variant';
import { sql } from 'kysely';
import { AppError } from '../../appError.ts';
import type { Caller } from '../../calls/caller.ts';
import { newToken, tokenHash } from '../../calls/sessionToken.ts';
import type { AppContext } from '../../context.ts';
import type { Db, Trx } from '../../database/connect.ts';
import { countedWithin, countWithin, type RateLimit } from '../../http/rateCounter.ts';
import type { SmsGateway, SmsResult } from '../../providers/smsGateway.ts';
import type { SettingValue } from '../../settings/schema.ts';
import { isTrusted } from '../auth/memberDevice.ts';
import { readPhoneNumber } from '../auth/readPhoneNumber.ts';
import { isSameAsker } from './asker.ts';
import { canSendCodes } from './canSendCodes.ts';
import { newOtpCode, newOtpReference, otpHmac } from './otpCode.ts';
import {
  OTP_BY_MEMBER,
  OTP_BY_OWNER,
  OTP_BY_SERIES,
  OTP_TERMS,
  type OtpPurpose,
  type OtpPurse,
  otpBudget,
  otpByAddress,
} from './otpTerms.ts';
import { proofOf } from './verifiedNumber.ts';

/** Names the purpose of the code, so that nobody gives it away for another purpose. */
const NAMES: Readonly<Record<Variant, Record<OtpPurpose, string>>> = {
  thailand: {
    registration: 'รหัส OTP ของคุณ',
    password: 'รหัส OTP สำหรับตั้งรหัสผ่านใหม่ของคุณ',
    pin: 'รหัส OTP สำหรับตั้ง PIN ใหม่ของคุณ',
    unfreeze: 'รหัส OTP สำหรับปลดล็อกบัญชีของคุณ',
    newPhone: 'รหัส OTP สำหรับเปลี่ยนมาใช้เบอร์โทรศัพท์นี้',
    oldPhone: 'รหัส OTP สำหรับขอเปลี่ยนเบอร์โทรศัพท์ของคุณ',
    erase: 'รหัส OTP สำหรับปิดบัญชีและลบข้อมูลของคุณ',
  },
  laos: {
    registration: 'ລະຫັດ OTP ຂອງທ່ານ',
    password: 'ລະຫັດ OTP ສຳລັບຕັ້ງລະຫັດຜ່ານໃໝ່ຂອງທ່ານ',
    pin: 'ລະຫັດ OTP ສຳລັບຕັ້ງ PIN ໃໝ່ຂອງທ່ານ',
    unfreeze: 'ລະຫັດ OTP ສຳລັບປົດລັອກບັນຊີຂອງທ່ານ',
    newPhone: 'ລະຫັດ OTP ສຳລັບປ່ຽນມາໃຊ້ເບີໂທນີ້',
    oldPhone: 'ລະຫັດ OTP ສຳລັບຂໍປ່ຽນເບີໂທຂອງທ່ານ',
    erase: 'ລະຫັດ OTP ສຳລັບປິດບັນຊີ ແລະ ລຶບຂໍ້ມູນຂອງທ່ານ',
  },
};

/** Who asks for a code. */
interface OtpAsker extends Caller {
  /** The member whose session the call came with; null without one. */
  memberId: bigint | null;
}

/** What we know of who asks: the number is theirs, they are a member and ask for another number, or neither. */
type Standing = 'owner' | 'member' | 'stranger';

/** The text of the SMS, in the language of the variant. */
export function otpMessage(
  variant: Variant,
  purpose: OtpPurpose,
  siteName: string,
  code: string,
  reference: string,
): string {
  const minutes = OTP_TERMS.validMinutes;
  const name = NAMES[variant][purpose];
  return variant === 'laos'
    ? `${siteName}: ${name}ແມ່ນ ${code} (ເລກອ້າງອີງ ${reference}) ໃຊ້ໄດ້ພາຍໃນ ${minutes} ນາທີ ກະລຸນາຢ່າບອກລະຫັດນີ້ໃຫ້ຜູ້ອື່ນ`
    : `${siteName}: ${name}คือ ${code} (อ้างอิง ${reference}) ใช้ได้ภายใน ${minutes} นาที กรุณาอย่าบอกรหัสนี้แก่ผู้อื่น`;
}

/**
 * Sends a code to a number, or answers OTP_VERIFIED to the caller who recently verified the number for a registration
 * (REG-02); other callers do not learn this. Numbers without a member also get codes, so the answer reveals nothing to
 * a stranger. The code is stored before the SMS is sent, and counts against the limits only after delivery.
 * @throws AppError PHONE_NUMBER_REQUIRE_10_DIGIT, REGISTRATION_LATER, REQUEST_LIMIT_1MIN, REQUEST_LIMIT, OTP_SEND_FAIL
 */
export async function sendOtp(
  { config, connections, db, providers, secrets, settings }: AppContext,
  { phoneNumber: typedNumber, purpose = 'registration' }: { phoneNumber: string; purpose?: OtpPurpose },
  asker: OtpAsker,
): Promise<ResponseOf<Contract['POST /api/otp/send']>> {
  const { national, phoneNumber } = readPhoneNumber(typedNumber, config.variant);
  const token = newToken();
  const hash = tokenHash(token);
  if (hash === null) throw new AppError('INTERNAL_SERVER_ERROR', 'otp token');
  const code = newOtpCode();
  const sms = { id: randomUUID(), reference: newOtpReference() };

  const isVerified = await db.transaction().execute(async (trx) => {
    await lockNumber(trx, phoneNumber);
    // A verified number may replace the code of a registration, never of a new password.
    if (purpose === 'registration' && (await proofOf(trx, phoneNumber, purpose, asker)) === 'open')
      return true;
    if (purpose === 'registration' && !canSendCodes({ connections }))
      throw new AppError('REGISTRATION_LATER', 'Registration opens later: this site cannot send codes yet.');
    const standing = await standingOf(trx, phoneNumber, asker);
    await requireSendAllowed(trx, phoneNumber, asker, standing === 'owner');
    await countSend(trx, settings.get('codes'), { phoneNumber, purpose, asker, standing });
    await trx
      .insertInto('otp')
      .values({
        id: sms.id,
        token_hash: hash,
        phone_number: phoneNumber,
        purpose,
        code_hmac: otpHmac(secrets.otp, hash, phoneNumber, purpose, code),
        reference: sms.reference,
        asker_device: asker.device,
        asker_address: asker.address,
        expires_at: sql`site.now() + make_interval(mins => ${OTP_TERMS.validMinutes}::int)`,
      })
      .execute();
    return false;
  });
  if (isVerified) return { code: 'OTP_VERIFIED', otpRef: '', otpToken: '' };

  const text = otpMessage(config.variant, purpose, settings.get('site').name, code, sms.reference);
  const result = await deliver(providers.sms, { id: sms.id, to: national, text });
  await recordDelivery(db, sms.id, result);
  if (!isOnItsWay(result)) throw new AppError('OTP_SEND_FAIL');
  return { code: 'OK', otpRef: sms.reference, otpToken: token };
}

/** One send at a time per number, across all nodes. */
async function lockNumber(trx: Trx, phoneNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`otp:${phoneNumber}`}, 0))`.execute(trx);
}

/** A number is its member's on a device that they have used, and in their session wherever it is. */
async function standingOf(trx: Trx, phoneNumber: string, { device, memberId }: OtpAsker): Promise<Standing> {
  const { rows } = await sql`
    select from member m where m.phone_number = ${phoneNumber} and (m.id = ${memberId}::bigint or exists (
      select from member_device d
      where d.member_id = m.id and d.device_id = ${device}::uuid and ${isTrusted}))`.execute(trx);
  if (rows.length > 0) return 'owner';
  return memberId === null ? 'stranger' : 'member';
}

/**
 * The limits apply to the phone, whatever the codes are for; most of them exclude strangers' requests. For its owner none
 * counts strangers.
 */
async function requireSendAllowed(
  trx: Trx,
  phoneNumber: string,
  caller: Caller,
  isOwner: boolean,
): Promise<void> {
  const isOwn = isSameAsker(
    { device: sql.ref('asker_device'), address: sql.ref('asker_address') },
    { device: sql`${caller.device}::uuid`, address: sql`${caller.address}::text` },
  );
  const isSent = sql`delivery <> 'failed'`;
  const isCounted = isOwner ? sql`is_own` : sql`true`;
  const isOfHour = sql`created_at > site.now() - interval '1 hour'`;
  const { rows } = await sql<
    Record<'recent' | 'hourly' | 'daily' | 'hourlyOfAll' | 'dailyOfAll' | 'attempts', number>
  >`
    with asked as (
      select *, ${isOwn} as is_own
      from otp where phone_number = ${phoneNumber} and created_at > site.now() - interval '1 day')
    select
      (count(*) filter (where ${isSent} and is_own
        and created_at > site.now() - make_interval(secs => ${OTP_TERMS.resendSeconds})))::int as recent,
      (count(*) filter (where ${isSent} and is_own and ${isOfHour}))::int as hourly,
      (count(*) filter (where ${isSent} and is_own))::int as daily,
      (count(*) filter (where ${isSent} and ${isOfHour} and ${isCounted}))::int as "hourlyOfAll",
      (count(*) filter (where ${isSent} and ${isCounted}))::int as "dailyOfAll",
      (count(*) filter (where ${isCounted}))::int as attempts
    from asked`.execute(trx);
  const sends = rows[0];
  if (sends === undefined) return;
  if (
    sends.hourly >= OTP_TERMS.sendsHourly ||
    sends.daily >= OTP_TERMS.sendsDaily ||
    sends.hourlyOfAll >= OTP_TERMS.sendsHourlyOfAll ||
    sends.dailyOfAll >= OTP_TERMS.sendsDailyOfAll ||
    sends.attempts >= OTP_TERMS.attemptsDaily
  ) {
    throw new AppError('REQUEST_LIMIT', 'Too many codes for this number.');
  }
  if (sends.recent > 0) throw new AppError('REQUEST_LIMIT_1MIN', 'A code was sent less than a minute ago.');
}

/**
 * Counts a code against what codes may cost the site together. Members whom we know have a budget of their own, and so have
 * forgotten passwords: what strangers use up at the registration keeps no member out. Where the members' budget is used up
 * they ask as strangers do. Whether a number has a member decides nothing for strangers, or the answer would tell them.
 * @throws AppError REQUEST_LIMIT
 */
async function countSend(
  trx: Trx,
  terms: SettingValue<'codes'>,
  {
    phoneNumber,
    purpose,
    asker,
    standing,
  }: { phoneNumber: string; purpose: OtpPurpose; asker: OtpAsker; standing: Standing },
): Promise<void> {
  if (standing === 'owner') for (const limit of OTP_BY_OWNER) await countWithin(trx, limit, phoneNumber);
  if (standing === 'member') await countWithin(trx, OTP_BY_MEMBER, String(asker.memberId));
  const budget = otpBudget(terms);
  const isKnown = standing !== 'stranger' && (await hasRoom(trx, budget, 'known'));
  const purse: OtpPurse = isKnown ? 'known' : purpose === 'password' ? 'password' : 'sms';
  const inPurse = (subject: string) => (purse === 'sms' ? subject : `${purse}:${subject}`);
  if (!isKnown)
    for (const limit of otpByAddress(terms)) await countWithin(trx, limit, inPurse(asker.address));
  if (!isKnown || standing !== 'owner')
    await countWithin(trx, OTP_BY_SERIES, inPurse(phoneNumber.slice(0, -2)));
  for (const limit of budget) await countWithin(trx, limit, purse);
}

async function hasRoom(trx: Trx, limits: readonly RateLimit[], subject: string): Promise<boolean> {
  for (const limit of limits) if ((await countedWithin(trx, limit, subject)) >= limit.limit) return false;
  return true;
}

/** Whoever gets the code can use it: where the gateway's answer cannot be read, it decides nothing. */
const isOnItsWay = ({ status }: SmsResult): boolean => status === 'sent' || status === 'unread';

/**
 * Without an answer, and after an error of the gateway, the SMS is sent once more; the gateway delivers one id only once.
 * An answer of another form follows a message that the gateway may have sent: another one could be a second SMS.
 */
async function deliver(gateway: SmsGateway, sms: Parameters<SmsGateway['send']>[0]): Promise<SmsResult> {
  const first = await gateway.send(sms);
  return first.status === 'unknown' && first.reason !== 'BAD_ANSWER' ? gateway.send(sms) : first;
}

async function recordDelivery(db: Db, id: string, result: SmsResult): Promise<void> {
  await db
    .updateTable('otp')
    .set({ delivery: isOnItsWay(result) ? 'sent' : 'failed' })
    .where('id', '=', id)
    .execute();
}
