// Reads the QR as soon as a picture is chosen; a pasted payload shows what it says.
document.querySelector('input[type=file]')?.addEventListener('change', (event) => event.target.form.submit());

const payload = document.getElementById('qr');
payload?.addEventListener('paste', () =>
  setTimeout(() => {
    location.assign(`/bank?qr=${encodeURIComponent(payload.value.trim())}`);
  }),
);
