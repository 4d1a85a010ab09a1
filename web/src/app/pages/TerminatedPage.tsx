import { Mark } from '@krapao/ui/Mark.tsx';
import { LacquerCard } from '../../components/LacquerCard.tsx';
import { useT } from '../../i18n/i18n.ts';

/** RTE-04: the service is switched off. */
export default function TerminatedPage() {
  const t = useT();
  return (
    <LacquerCard
      className="grid min-h-dvh place-items-center rounded-none px-7 py-10 text-center"
      star="-bottom-[520px] left-1/2 size-[760px] -translate-x-1/2 opacity-20"
    >
      <main className="-mt-15 flex flex-col items-center">
        <span className="text-leaf">
          <Mark size={72} />
        </span>
        <h1 className="mt-6">{t('terminated.title')}</h1>
        <p className="mt-2 max-w-[300px] text-balance text-lacquer-text-2">{t('terminated.text')}</p>
        <div className="my-7 h-px w-30 bg-(--lacquer-line) opacity-55" />
        <p className="max-w-[280px] text-small text-balance text-lacquer-text-2">{t('terminated.balance')}</p>
      </main>
    </LacquerCard>
  );
}
