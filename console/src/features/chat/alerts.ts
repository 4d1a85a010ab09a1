import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { queuesQuery } from '../../lib/queuesQuery.ts';

const SOUND_KEY = 'krapao.console.chatSound';
const NOTIFY_KEY = 'krapao.console.chatNotify';
/** Two notifications of the same message sound once. */
const QUIET_MS = 1_500;

const listeners = new Set<() => void>();
let context: AudioContext | undefined;
let lastSign = 0;

function useStored(key: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => localStorage.getItem(key) === 'on',
  );
}

function store(key: string, isOn: boolean): void {
  localStorage.setItem(key, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** The alerts for new messages; both are off by default. */
export function useAlertSwitches() {
  const sound = useStored(SOUND_KEY);
  const wantsNotifications = useStored(NOTIFY_KEY);
  const canNotify = 'Notification' in window;
  return {
    sound,
    notifications: wantsNotifications && canNotify && Notification.permission === 'granted',
    /** The user told the browser never to ask again. */
    isBlocked: !canNotify || Notification.permission === 'denied',
    setSound: (isOn: boolean) => {
      store(SOUND_KEY, isOn);
      if (isOn) ring();
    },
    /** Asks for the browser's permission if it is not granted yet. */
    setNotifications: async (isOn: boolean) => {
      if (isOn && canNotify && Notification.permission !== 'granted') await Notification.requestPermission();
      store(NOTIFY_KEY, isOn);
    },
  };
}

/** Announces a new message with the enabled alerts; a notification only while the console is in the background. */
export function alertOf(title: string, body: string, onOpen: () => void): void {
  const now = Date.now();
  if (now - lastSign < QUIET_MS) return;
  lastSign = now;
  if (localStorage.getItem(SOUND_KEY) === 'on') ring();
  const mayNotify =
    localStorage.getItem(NOTIFY_KEY) === 'on' &&
    'Notification' in window &&
    Notification.permission === 'granted';
  if (!mayNotify || document.visibilityState === 'visible') return;
  const notification = new Notification(title, { body, tag: 'krapao-chat' });
  notification.onclick = () => {
    window.focus();
    notification.close();
    onOpen();
  };
}

/** Two short tones. */
function ring(): void {
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of [660, 880].entries()) {
    const start = context.currentTime + index * 0.13;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.13);
  }
}

/** On every page: the title shows the number of waiting chats, and each new one is announced. */
export function useChatAlerts(mayAnswer: boolean, onOpen: () => void): void {
  const t = useT();
  const { data } = useQuery(queuesQuery);
  const waiting = mayAnswer ? data?.counts.chats : undefined;
  const before = useRef(waiting);
  useEffect(() => {
    document.title = document.title.replace(/^\(\d+\) /, '');
    if (waiting) document.title = `(${waiting}) ${document.title}`;
    if (waiting !== undefined && before.current !== undefined && waiting > before.current)
      alertOf(t('chat.title'), t('chat.noticeWaiting', { count: waiting }), onOpen);
    before.current = waiting;
  }, [waiting, t, onOpen]);
}
