import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': 'Aller {section, select, continuous {à la conversation} other {au contenu}}',

  'page.sections': 'Rubriques',

  'page.continuous': 'Discussion',

  'page.memory': 'Mémoire',

  'page.settings': 'Réglages',

  'page.time.now': 'à l’instant',

  'page.size':
    '{unit, select, byte {{size, plural, one {# octet} other {# octets}}} kilobyte {{size, number} Ko} other {{size, number} Mo}}',

  'page.you': 'Toi',

  'page.signed-out.title': 'Connecte-toi avec un lien',
  'page.signed-out.text': 'Ouvre cette page avec ton lien de connexion personnel.',
  'page.signed-out.here': 'Sur cette machine, Throughline affiche le lien dans son terminal à chaque démarrage.',
  'page.signed-out.elsewhere':
    'Partout ailleurs, envoie `/web` au bot, sur Telegram par exemple. Il répond avec un lien valable une seule fois, pendant 15 minutes.',

  'page.sign-in.text': 'Ce lien te connecte à ta conversation avec Throughline dans ce navigateur. Il ne sert qu’une fois.',
  'page.sign-in.again': 'S’il ne fonctionne plus, envoie `/web` au bot pour en recevoir un autre.',
  'page.sign-in.button': 'Se connecter',

  'page.spent.title': 'Ce lien ne marche plus',
  'page.spent.text': 'Un lien de connexion ne marche qu’une fois et expire. Celui-ci a déjà servi ou a expiré.',
  'page.spent.new': 'Pour en obtenir un nouveau, envoie `/web` au bot, ou redémarre Throughline et ouvre le lien affiché.',
  'page.spent.open': 'Déjà connecté ? Ouvre ta conversation.',

  'page.error.title': 'Ça n’a pas marché',
  'page.error.back': 'Retour à la conversation',
  'page.error.not-found': 'Cette page n’existe pas, ou tu n’y as pas accès.',
  'page.error.signed-out': 'Tu n’es pas connecté. Ouvre d’abord un lien de connexion.',
  'page.error.ours': 'Un problème est survenu. Rien n’est perdu. Réessaie dans un instant.',
  'page.error.unreadable': 'La demande n’a pas pu être lue. Recharge la page et réessaie.',
  'page.error.too-long': 'C’est trop long pour un seul envoi. Raccourcis, ou envoie en plusieurs fois.',
  'page.error.media-type': 'Seuls le JSON et les formulaires sont acceptés ici.',
  'page.error.format': 'Le format de la demande n’est pas valide.',
  'page.error.other-site': 'La demande venait d’un autre site et a été refusée. Ouvre cette page directement et réessaie.',
  'page.error.other-site-live': 'La connexion venait d’un autre site et a été refusée.',
  'page.error.other-address': 'Cette page a une autre adresse. Ouvre {address}, l’adresse de WEB_PUBLIC_URL.',
  'page.error.unknown-address': 'Cette page a une autre adresse. Ouvre l’adresse affichée au démarrage, ou définis WEB_PUBLIC_URL.',
  'page.error.searches':
    'Trop de recherches : {points, number} par minute au maximum. {seconds, plural, one {Réessaie dans # seconde.} other {Réessaie dans # secondes.}}',
  'page.error.sign-ins':
    'Trop de tentatives de connexion depuis ton adresse : {points, number} par minute au maximum. {seconds, plural, one {Réessaie dans # seconde.} other {Réessaie dans # secondes.}}',
  'page.error.connections':
    'Ce navigateur a {points, number} pages ouvertes, c’est le maximum. Fermes-en quelques-unes. {seconds, plural, one {Réessaie dans # seconde.} other {Réessaie dans # secondes.}}',
  'page.error.date': '« {text} » n’est pas une date : écris-la sous la forme AAAA-MM-JJ, par exemple 2026-11-21.',
  'page.error.month': '« {text} » n’est pas un mois : écris-le sous la forme AAAA-MM, par exemple 2026-11.',
  'page.error.date-order': 'Le premier jour, {from}, vient après le dernier, {to}. Inverse-les.',
  'page.error.timezone': 'Ce n’est pas un fuseau horaire. Écris-le sous la forme Région/Ville, par exemple Europe/Paris.',
  'page.error.language': 'Cette page n’existe pas dans cette langue. Choisis-en une dans la liste.',
  'page.error.messages': 'Indique l’un de ces paramètres : around=<message id>, before=<message id> ou since=<change>.',
  'page.error.position': 'before : cette position n’est pas dans la liste. Ouvre /memory/ pour repartir du début.',
  'page.error.context-gone': 'Ces informations ne sont gardées que pour les réponses récentes.',
  'page.error.access-request': 'Aucune demande d’accès en attente n’a ce code : elle a déjà reçu une réponse ou date de plus d’un jour.',
  'page.error.link-code': 'Un code ressemble à K7QF-2MXD. Envoie /link depuis ton autre compte pour en obtenir un.',
  'page.error.message-empty': 'un message doit contenir du texte',
  'page.error.message-length': 'un message peut faire 16 000 caractères ; envoie-le en plusieurs fois',
  'page.error.query-empty': 'écris ce que tu cherches',
  'page.error.query-length': 'une recherche peut faire 500 caractères',
  'page.error.server-address': 'il faut une adresse avec sa version et sans mot de passe, par exemple http://127.0.0.1:11434/v1',
  'page.error.model-name': 'il faut le nom d’un modèle',
  'page.error.key': 'il faut une clé de lettres, de chiffres et de signes, sans espaces',

  'page.script.lost': 'Connexion perdue, nouvel essai…',
  'page.script.signed-out': 'Tu es déconnecté. Ouvre un nouveau lien de connexion pour continuer.',
  'page.script.sending': 'Envoi…',
  'page.script.sent': 'Envoyé',
  'page.script.not-sent': 'Non envoyé.',
  'page.script.again': 'Réessayer',
  'page.script.unreachable': 'Le serveur est injoignable.',
  'page.script.failed': 'Ça n’a pas marché. Réessaie dans un instant.',
  'page.script.loading': 'Chargement…',
  'page.script.not-loaded': 'Impossible de charger. Referme puis ouvre de nouveau.',
  'page.script.search': 'Recherche : « {words} »',
  'page.script.moment': 'Un instant…',
  'page.script.rewriting': 'Réécriture…',
  'page.script.still-rewriting': 'Il est en cours d’écriture et apparaîtra ici.',
  'page.script.not-rewritten': 'Le résumé n’a pas pu être réécrit. Le précédent reste inchangé.',
  'page.script.rewritten': 'Réécrit.',
  'page.script.copied': 'Copié.',
  'page.script.not-copied': 'La copie a échoué.',
})
