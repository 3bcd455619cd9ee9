export const accounts = {
  'account.on': '{name} sur {platform}',
  'account.someone': 'Quelqu’un',
  'account.an': 'Un compte',
  'account.party':
    '**{name}**{handle} sur {platform}, {since, select, none {que je ne connais pas encore} other {que je connais depuis le {since}}}',
  'accounts.line': '**{id}** · {account}, depuis le {day}{here, select, yes { (celui-ci)} other {}}',
  'accounts.list': '{accounts}\n\n/link ajoute un autre compte{canUnlink, select, yes {, /unlink en détache un} other {}}.',
  'unlink.noSuch': 'Tu n’as pas de compte avec ce numéro qui puisse être détaché. /accounts donne la liste de tes comptes.',
  'unlink.onlyOne': 'Il n’y a pas de compte à détacher : c’est le seul, et la conversation lui appartient.',
  'unlink.which': 'Lequel ?\n\n{accounts}',
  'unlink.question':
    'Détacher **{account}** ? Ce compte aura sa propre conversation. {canStay, select, yes {Ses messages et mes réponses restent dans celle-ci ou partent avec lui.} other {Ses messages et mes réponses partent avec lui, car les comptes sont reliés depuis moins de 7 jours.}}',
  'unlink.stay': 'Détacher, garder les messages',
  'unlink.move': 'Détacher avec les messages',
  'unlink.ownerOnly': 'Seul un compte avec les droits de propriétaire peut détacher un compte qui les a. Utilise ce compte.',
  'unlink.mustMove': 'Ces comptes sont reliés depuis moins de 7 jours, donc les messages de l’autre compte partent avec lui.',
  'unlink.done':
    '**{account} n’est plus relié.** {moved, select, yes {Ses messages et leurs réponses sont partis avec lui.} other {Ses anciens messages restent dans cette conversation.}} Les nouveaux n’apparaissent pas ici.',
  'unlink.newConversation':
    '**Ce compte n’est plus relié.** {moved, select, yes {Ses messages et leurs réponses l’ont suivi.} other {Ton prochain message commence ici une nouvelle conversation. Les anciens restent dans celle à laquelle il était relié.}}',
  'unlink.ownerNotice': '**{account}** a été détaché et est maintenant indépendant. Il garde son accès, même s’il l’a eu par la liaison.',
  'link.code.created':
    'Ton code est **{code}**. Depuis ton autre compte, écris-moi en direct : `/link {code}`. Les deux comptes confirment ensuite que c’est bien toi.',
  'link.useLink': 'Sur {platform}, utilise plutôt [ce lien]({url}).',
  'link.once':
    'Il marche une seule fois, pendant 10 minutes. Ne le partage pas : les deux comptes auront une seule conversation, et chacun pourra tout lire.',
  'link.notACode': 'Un code ressemble à K7QF-2MXD. Envoie /link sur ton autre compte pour en obtenir un, puis écris-le ici après /link.',
  'link.wrongCode':
    'Ce code ne marche pas : il est faux, déjà utilisé ou vieux de plus de 10 minutes. Envoie /link sur ton autre compte pour en obtenir un nouveau.',
  'link.lastWrongCode': '{text} C’était le dernier essai que j’accepte en une heure.',
  'link.tooManyAttempts': 'Tu as entré trop de mauvais codes. Réessaie dans une heure.',
  'link.ownCode': 'Ce code est celui de cette conversation, où tu es déjà. Entre-le sur le compte que tu veux ajouter.',
  'link.noRights':
    'Ce compte est relié à un propriétaire et n’a pas ses droits. Seul un compte avec les droits de propriétaire peut être relié à un autre. Utilise ce compte.',
  'link.rightsChanged':
    'Les droits de propriétaire d’un de ces comptes ont changé, ou il a été relié à un propriétaire, donc rien n’a été relié. Demande un nouveau code avec /link.',
  'link.directOnly': 'Les comptes se relient uniquement en privé. Envoie-moi /link en message direct.',
  'link.exposedCode': '{text} D’autres ont pu voir ce code, donc il ne marche plus. Demande-en un nouveau.',
  'link.movedElsewhere': 'Un de ces comptes vient de changer ailleurs. Réessaie.',
  'link.becameUser': 'Ce compte vient de devenir indépendant. Confirme encore une fois.',
  'link.noSuchRequest': 'Cette demande n’est plus en attente, ou ne concerne pas ce compte.',
  'link.nothingToUndo': 'Il n’y a rien à annuler : les comptes sont séparés, ou reliés depuis plus de 7 jours.',
  'link.undoOwnerOnly': 'Seul un compte avec les droits de propriétaire peut séparer un compte qui les a. Utilise ce compte.',
  'link.entered': '{party}, a entré ton code.',
  'link.createdBy': 'Ce code a été créé par {party}.',
  'link.isThatYou': '**C’est bien toi ?**',
  'link.consequence': 'Si les deux comptes confirment, ils partagent une seule conversation, et chacun peut tout lire.',
  'link.turn':
    '{final, select, yes {L’autre compte a confirmé, donc ta réponse décide.} other {Si tu confirmes, je demande aussi à l’autre compte.}}',
  'link.ownership':
    '{owner, select, yes {Tu es propriétaire de ce bot. L’autre compte n’obtient pas ces droits, sauf si tu choisis de les partager.} other {L’autre compte est propriétaire de ce bot. C’est lui qui décide, et tu n’obtiens pas ces droits sauf s’il les partage.}}',
  'link.deadline': 'Tu as 10 minutes. Si ce n’est pas toi, choisis Non.',
  'link.yes': 'Oui, c’est moi',
  'link.yesAsOwner': 'Oui, avec mes droits',
  'link.no': 'Non',
  'link.notMe': 'Ce n’est pas moi',
  'link.withdraw': 'Retirer',
  'link.askedFirst': '{start} J’ai d’abord demandé là-bas. Une fois confirmé là-bas, je te demande ici aussi. {consequence}',
  'link.confirmedFirst':
    'C’est confirmé. J’ai maintenant demandé à {party}. Vous serez reliés dès que c’est confirmé là-bas, dans les 10 minutes.',
  'link.failedAttempt':
    '{account} a entré un de tes codes qui ne marche plus. Rien n’a été relié. Si c’était toi, demande un nouveau code avec /link.',
  'link.noRightsAttempt': '{account} a entré ton code, mais ce compte ne peut pas être relié à un autre. Rien n’a été relié.',
  'link.exposedAttempt':
    '{account} a publié ton code là où d’autres peuvent le lire. Rien n’a été relié, et le code ne marche plus. Demande-en un nouveau avec /link.',
  'link.linked':
    '**Relié à {account}.** Tu as désormais une seule conversation sur les deux, et je réponds là où tu écris. /accounts donne la liste de tes comptes, et /unlink en détache un.{undo, select, yes { Tu peux annuler pendant 7 jours : chacun retrouve alors ses propres messages.} other {}}',
  'link.undone':
    '**La liaison est annulée.** Tu as de nouveau ta propre conversation, avec les messages écrits de ce côté et leurs réponses.',
  'link.declined': '{account} a refusé. Rien n’a été relié.',
  'link.youDeclined':
    '{account} n’a pas été relié. Si tu ne sais pas qui c’est, il n’y a rien à faire : rien n’est relié sans l’accord des deux côtés.',
  'link.expired': 'La demande de liaison avec {account} n’a pas été confirmée dans les 10 minutes. Rien n’a été relié.',
  'link.ownerUndoNotice':
    '**{accounts}** est de nouveau indépendant, car une liaison a été annulée. Il garde son accès, qu’il ait été accepté avant ou obtenu par la liaison.',
  'link.deletionRunning': 'Une suppression est en cours dans l’une de ces conversations. Réessaie dans quelques minutes.',
}
