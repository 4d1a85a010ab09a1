// Plays a round and shows what the sandbox drew; money is decided there, never here.
const form = document.getElementById('play');
const result = document.getElementById('result');
const balance = document.getElementById('balance');
const credits = document.getElementById('credits');
const shown = document.getElementById('shown');
const go = document.getElementById('go');

/** `1234.50` as `1,234.50`. */
const grouped = (text) => text.replace(/\B(?=(\d{3})+\.)/g, ',');

/** A decimal text times a whole number, without floats. */
function times(text, factor) {
  const satang = BigInt(text.replace('.', '')) * BigInt(factor);
  const digits = satang.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const SHOW = {
  slot(drawn) {
    for (const [index, reel] of [...shown.children].entries()) reel.dataset.symbol = drawn[index];
  },
  sport(drawn) {
    for (const [index, side] of [...shown.querySelectorAll('[data-score]')].entries()) {
      side.textContent = drawn[index];
    }
  },
  lotto([number]) {
    const digits = String(number).padStart(2, '0');
    for (const [index, place] of [...shown.querySelectorAll('[data-digit]')].entries()) {
      place.textContent = digits[index];
    }
  },
};

async function play() {
  const fields = new FormData(form);
  const response = await fetch(form.dataset.rounds, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      stake: fields.get('stake').replaceAll(',', ''),
      pick: fields.get('pick') ?? undefined,
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  SHOW[form.dataset.group](answer.shown);
  balance.textContent = grouped(answer.balance);
  if (credits) credits.textContent = grouped(times(answer.balance, form.dataset.credits));
  result.textContent = answer.win === '0.00' ? 'No win this time' : `You win ${grouped(answer.win)} baht`;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  go.disabled = true;
  shown.classList.add('spinning');
  try {
    await play();
  } catch (error) {
    result.textContent = error.message;
  } finally {
    shown.classList.remove('spinning');
    go.disabled = false;
    go.focus();
  }
});

for (const chip of form.querySelectorAll('[data-stake]')) {
  chip.addEventListener('click', () => {
    form.elements.stake.value = chip.dataset.stake;
  });
}

// Before this the form would be sent as a page of its own.
go.disabled = false;
