// Fetches the same page every two seconds and swaps its fresh part in when it has changed.
const shown = document.getElementById('fresh');

async function refresh() {
  // A marked text or a focus inside would be lost.
  if (document.visibilityState !== 'visible' || shown.contains(document.activeElement)) return;
  if (!document.getSelection().isCollapsed) return;
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const fresh = page.getElementById('fresh');
  if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
}

// A sandbox that restarts is back a moment later.
setInterval(() => refresh().catch(() => {}), 2000);
