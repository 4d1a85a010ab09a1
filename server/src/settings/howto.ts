import { Type } from '@krapao/contract/endpoint';
import type { Language } from '@krapao/contract/limits';
import lengths from './howtoLengths.json' with { type: 'json' };

/** A video that came with the app (docs/decisions/118-content-as-documents.md) or was uploaded by an operator. */
const Video = Type.String({
  pattern: '^/(videos/[a-z0-9.-]+|media/content/[a-z0-9]+)\\.(webm|mp4)$',
  contentMediaType: 'video/*',
});
const Captions = Type.String({
  pattern: '^$|^/(videos/[a-z0-9.-]+|media/content/[a-z0-9]+)\\.vtt$',
  contentMediaType: 'text/vtt',
});
const Poster = Type.String({
  pattern: '^$|^/media/(banners|content)/[a-z0-9-]+\\.(svg|webp|png|jpg)$',
  contentMediaType: 'image/*',
});
const Film = Type.Object({
  video: Video,
  captions: Captions,
  seconds: Type.Integer({ minimum: 0, maximum: 3_600, description: 'its length; 0 is not shown' }),
});
const name = Type.String({ minLength: 1, maxLength: 80 });
const text = Type.String({ maxLength: 200 });

/** The how-to page's videos in their order, each with a video per language (HOW-01). */
export const Howto = Type.Array(
  Type.Object({
    isShown: Type.Boolean(),
    name: Type.Object({ th: name, la: name, en: name }),
    text: Type.Object({ th: text, la: text, en: text }),
    poster: Poster,
    films: Type.Object({ th: Film, la: Film, en: Film }),
  }),
  { maxItems: 30 },
);

type Texts = Record<Language, string>;

const SHIPPED: readonly { film: keyof typeof lengths; name: Texts; text: Texts }[] = [
  {
    film: 'wallet',
    name: { th: 'กระเป๋าเงินของคุณ', la: 'ກະເປົາເງິນຂອງທ່ານ', en: 'Your wallet' },
    text: {
      th: 'ยอดรวม กระเป๋าหลัก เงินในเกม',
      la: 'ຍອດລວມ ກະເປົາຫຼັກ ເງິນໃນເກມ',
      en: 'Total, main wallet, money in games',
    },
  },
  {
    film: 'play',
    name: { th: 'วิธีเข้าเล่น', la: 'ວິທີເຂົ້າຫຼິ້ນ', en: 'How to play' },
    text: {
      th: 'เปิดบัญชีเกมและเข้าเล่นอัตโนมัติ',
      la: 'ເປີດບັນຊີເກມ ແລະ ເຂົ້າຫຼິ້ນອັດຕະໂນມັດ',
      en: 'Open a game account and start it automatically',
    },
  },
  {
    film: 'balance',
    name: { th: 'ตรวจสอบยอดเงิน', la: 'ກວດຍອດເງິນ', en: 'Check your balance' },
    text: {
      th: 'รีเฟรชยอด และอ่านเวลาอัปเดต',
      la: 'ໂຫຼດຍອດໃໝ່ ແລະ ອ່ານເວລາອັບເດດ',
      en: 'Refresh the balance, read when it was updated',
    },
  },
  {
    film: 'bonus',
    name: { th: 'รับโบนัส', la: 'ຮັບໂບນັດ', en: 'Receive a bonus' },
    text: {
      th: 'อ่านเงื่อนไขก่อนกดรับ',
      la: 'ອ່ານເງື່ອນໄຂກ່ອນກົດຮັບ',
      en: 'Read the terms before you receive it',
    },
  },
  {
    film: 'cancel',
    name: { th: 'ยกเลิกโบนัส', la: 'ຍົກເລີກໂບນັດ', en: 'Cancel a bonus' },
    text: {
      th: 'ยกเลิกอย่างไร และหักคืนเท่าไร',
      la: 'ຍົກເລີກແນວໃດ ແລະ ຫັກຄືນເທົ່າໃດ',
      en: 'How to cancel, and what it costs',
    },
  },
];

/** The five videos that come with the app; used until an operator publishes others. */
export const SHIPPED_HOWTO: Type.Static<typeof Howto> = SHIPPED.map(({ film, name, text }) => {
  const filmIn = (language: Language) => ({
    video: `/videos/${film}.${language}.webm`,
    captions: `/videos/${film}.${language}.vtt`,
    seconds: lengths[film][language],
  });
  return {
    isShown: true,
    name,
    text,
    poster: '',
    films: { th: filmIn('th'), la: filmIn('la'), en: filmIn('en') },
  };
});
