// Theme, language and width of the widgets. The theme is that of the whole page: the widgets follow its `color-scheme`.
const fields = ['theme', 'language', 'width'].map((id) => document.getElementById(id));

/** Of a widget that is on the page or comes to it. */
export function applyLanguage(widget) {
  const { value } = document.getElementById('language');
  if (value) widget.setAttribute('locale', value);
  else widget.removeAttribute('locale');
}

function apply() {
  document.documentElement.dataset.theme = document.getElementById('theme').value;
  for (const stage of document.querySelectorAll('.stage'))
    stage.classList.toggle('narrow', document.getElementById('width').value === 'narrow');
  document.querySelectorAll('service-connector, service-config, service-webhooks').forEach(applyLanguage);
}

for (const field of fields) {
  field.value = sessionStorage.getItem(`appearance-${field.id}`) ?? field.value;
  if (field.selectedIndex < 0) field.selectedIndex = 0;
  field.addEventListener('change', () => {
    sessionStorage.setItem(`appearance-${field.id}`, field.value);
    apply();
  });
}
apply();
