// Fetches the same page every two seconds and swaps the messages in when they have changed.
const messages = document.getElementById('messages');

async function refresh() {
  if (document.visibilityState !== 'visible') return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('messages');
  if (fresh && fresh.innerHTML !== messages.innerHTML) messages.replaceChildren(...fresh.childNodes);
}

// A sandbox that restarts is back a moment later.
setInterval(() => refresh().catch(() => {}), 2000);
