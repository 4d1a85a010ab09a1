// Shows operators' alarms while the console is closed. The server sends them (server/src/console/alarms/sendAlarms.ts).
const TAGS = { th: 'th', la: 'lo', en: 'en' };

self.addEventListener('push', (event) => {
  const { title, body, tag, language, page } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      lang: TAGS[language],
      icon: '/icon-192.png',
      data: { page },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(`/console${event.notification.data.page}`));
});
