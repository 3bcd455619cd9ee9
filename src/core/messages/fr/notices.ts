export const notices = {
  'access.granted': '**Tu as maintenant accès.** Écris-moi, tout simplement. /start montre comment commencer.',
  'access.introduction': 'Ce bot ne parle qu’avec les personnes qu’il connaît.',
  'access.setupHint': 'Si c’est ton propre bot, envoie `/start` suivi du code qu’il a affiché au démarrage.',
  'access.allowlist': '{introduction} C’est son propriétaire qui les choisit. {setupHint}',
  'access.shared': '{introduction} Envoie-lui un message direct pour savoir comment obtenir l’accès.',
  'access.full': '{introduction} Trop de personnes attendent un accès en ce moment. Réécris demain.',
  'access.pairing':
    '{introduction} Son propriétaire peut te donner accès : envoie-lui le code **{code}**, qu’il entre avec `/approve {code}`. Le code est valable 24 heures. D’ici là, rien de ce que tu écris n’est enregistré. {setupHint}',
  'access.wrongCode':
    'Ce code d’installation est faux, déjà utilisé ou remplacé par un plus récent : envoie `/start` suivi du code que le bot a affiché à son dernier démarrage.',
  'access.request':
    '{name} aimerait me parler sur {platform}. Son code est **{code}**. Accepte seulement si la personne te donne elle-même ce code. Il est valable 24 heures.',
  'button.approve': 'Accepter',
  'button.deny': 'Refuser',
  'button.block': 'Bloquer',
  'button.unblock': 'Débloquer',
  'button.stop': 'Arrêter',
  'button.tryAgain': 'Réessayer',
  'turn.failed':
    '{reason, select, rate_limited {Le modèle de langage est surchargé en ce moment.} unavailable {Le modèle de langage est indisponible en ce moment.} stalled {Le modèle de langage ne répond plus.} truncated {Le modèle de langage a interrompu sa réponse.} rejected {Le modèle de langage a refusé la demande. L’opérateur de ce bot en trouve la raison dans son journal.} cancelled {La réponse a été annulée.} interrupted {Je n’ai pas pu répondre : chaque essai a été interrompu.} other {La conversation n’a cessé de changer pendant que je répondais.}} {kept, select, reply {Ma réponse précédente reste.} other {Ton message est conservé.}} Envoie /retry pour réessayer.',
  'turn.withdrawn': 'Le message a été supprimé, donc il n’y a pas de réponse.',
  'turn.stopped': 'Arrêté.',
  'turn.tooLong': 'Cette réponse a atteint sa longueur maximale. Demande-moi de continuer.',
  'turn.tooManyRounds': 'J’ai cherché en {rounds} étapes, la limite pour une réponse. Redemande et je chercherai plus loin.',
  'progress.search': 'Je cherche dans tes jours…',
  'progress.read': 'Je relis un jour passé…',
  'progress.memory': 'Je regarde dans mes souvenirs…',
  'progress.note': 'Je mets à jour mes souvenirs…',
  'delivery.unknown':
    '{kind, select, reply {Ma réponse à « {quote} » n’est peut-être pas arrivée.} other {Mon message « {quote} » n’est peut-être pas arrivé.}}',
  'delivery.more':
    'C’est aussi le cas de {count, plural, one {# message antérieur} other {# messages antérieurs}}. /retry les montre une fois ceux-ci réglés.',
  'delivery.sendAgain': 'Renvoyer{number}',
  'delivery.arrived': 'C’est arrivé{number}',
  'retry.turn': 'Je réessaie.',
  'retry.delivery': 'Je le renvoie. S’il était quand même arrivé, tu le verras deux fois.',
  'retry.nothing': 'Il n’y a rien à réessayer : ma dernière réponse est partie.',
  'retry.noSuch': 'Aucun message à l’envoi incertain ne porte ce numéro. /retry en donne la liste.',
  'retry.confirmed': 'Très bien. Je ne redemanderai pas.',
  'retry.edited': '« {quote} » ({day}) : tu l’as modifié après ma réponse.',
  'retry.answerAgain': 'Répondre à nouveau{number}',
  'retry.again': 'J’y réponds à nouveau. La nouvelle réponse remplace l’ancienne.',
  'retry.noEdit': 'Aucun message avec ce numéro n’a été modifié après ma réponse. /retry en donne la liste.',
  'stop.done': '{stopped, select, yes {Arrêté. /retry redemande.} other {Il n’y a rien à arrêter : aucune réponse n’est en cours.}}',
  'fresh.done':
    'Un nouveau sujet commence ici. Les anciens messages restent, et je les retrouve quand il le faut, mais ils n’influencent pas ce que tu écris maintenant.',
  'export.order': 'Donne d’abord le premier jour : /export {from} {to}.',
  'export.directOnly': 'J’envoie les exports uniquement en direct. Écris-moi d’abord dans une discussion directe, puis réessaie.',
  'export.coming':
    'Tes fichiers arrivent bientôt {where, select, here {ici} other {dans notre discussion directe}} : un à lire, et un en JSON qu’un autre Throughline peut importer.',
  'export.pending': 'Je prépare déjà tes fichiers. Ils arrivent bientôt.',
  'export.tooMany': 'Tu as déjà demandé {count} exports en une heure, c’est la limite. Réessaie plus tard.',
  'export.onThePage': 'Les deux fichiers sont sur la page web, dans Réglages, Exporter.',
  'export.links': 'Les deux fichiers sont sur la page web : {links}. /web te donne un lien qui t’y connecte.',
  'web.none':
    'La page web n’a pas d’adresse publique. L’opérateur de ce bot doit définir WEB_PUBLIC_URL avec l’adresse où l’on peut l’atteindre.',
  'web.link':
    '[Ouvrir notre conversation sur le web]({link})\n\nLe lien connecte quiconque l’ouvre, une fois, pendant {minutes} minutes. Ne le partage pas.{local, select, yes { Il s’ouvre seulement sur la machine qui exécute ce bot. Pour atteindre la page d’ailleurs, définis-y WEB_PUBLIC_URL.} other {}}',
  'limit.messages':
    'Tu as envoyé plus de {limit} messages en une minute, c’est la limite. À partir de celui-ci, ils sont gardés mais sans réponse. Réécris dans une minute.',
  'limit.edits':
    'J’ai déjà répondu à {limit} messages en une minute, c’est la limite. Ta modification est gardée mais sans réponse. /retry propose d’y répondre.',
  'limit.tokens':
    'Tu as atteint la limite de {limit, number} tokens par jour. Elle repart à zéro à {time} ({timezone}). Ton message est conservé : envoie alors /retry pour avoir la réponse.',
  'limit.tokensShared':
    'Je ne peux plus te répondre aujourd’hui, car tu as atteint une limite. Ton message est conservé. Envoie /usage pour les détails.',
  'limit.bytes':
    'Ton dernier message n’a pas été enregistré : avec lui, tu aurais dépassé {megabytes} Mo en un jour, la limite. Elle repart à zéro dans environ {hours, plural, one {# heure} other {# heures}}.',
  'turn.restarted': 'Cette réponse a été recommencée plus bas.',
}
