import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': 'En attente d’envoi',
  'page.script.discard': 'Abandonner',
  'page.error.other-account': 'Quelqu’un d’autre est maintenant connecté dans ce navigateur. Recharge la page.',
  'page.box.attach': 'Joindre des fichiers',
  'page.box.files': 'Fichiers joints',
  'page.box.drop': 'Dépose les fichiers ici',
  'page.box.files-limit': 'Un message peut avoir {count} fichiers, {size} au total.',
  'page.script.remove-file': 'Retirer {name}',
  'page.script.files-gone': 'Le navigateur n’a plus ses fichiers. Joins-les à nouveau.',
  'page.offline.title': 'Hors connexion',
  'page.offline.text': 'Il n’y a pas de connexion pour l’instant. Ce que tu écris attend ici et part dès qu’elle est rétablie.',
  'page.keys': 'Raccourcis clavier',
  'page.keys.send': 'Envoyer le message',
  'page.keys.new-line': 'Commencer une nouvelle ligne',
  'page.keys.commands': 'Choisir une commande, dans un champ vide',
  'page.keys.edit-last': 'Modifier le dernier message, dans un champ vide',
  'page.keys.cancel': 'Annuler ou fermer',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Maj',
  'page.keys.escape': 'Échap',
  'page.box.record': 'Enregistrer une note vocale',
  'page.script.voice-note': 'Note vocale',
  'page.script.no-microphone':
    'Le navigateur ne laisse pas cette page utiliser un micro. Autorise-le pour ce site dans les réglages du navigateur, et vérifie qu’un micro est branché.',
}
