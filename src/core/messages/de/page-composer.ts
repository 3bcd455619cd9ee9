import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'Wartet darauf, gesendet zu werden',
  'page.script.discard': 'Verwerfen',
  'page.error.other-account': 'In diesem Browser ist jetzt jemand anderes angemeldet. Lade die Seite neu.',
}
