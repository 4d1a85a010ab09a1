// A press on a link selects and copies it.
for (const field of document.querySelectorAll('.copy')) {
  field.addEventListener('focus', () => {
    field.select();
    navigator.clipboard?.writeText(field.value).catch(() => {});
  });
}
