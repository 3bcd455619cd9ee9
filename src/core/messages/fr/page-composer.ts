import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'En attente d’envoi',
  'page.script.discard': 'Abandonner',
  'page.error.other-account': 'Quelqu’un d’autre est maintenant connecté dans ce navigateur. Recharge la page.',
}
