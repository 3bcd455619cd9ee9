export const search = {
  'find.nothing': 'Je n’ai rien trouvé. Essaie avec moins de mots ou d’autres, ou choisis un jour avec /days.',
  'find.more': 'Les {shown} meilleurs résultats sur {total}. Ajoute des mots ou un jour pour affiner.',
  'find.summary': 'résumé du jour',
  'find.who': '{who, select, you {toi} other {moi}}',
  'find.link': 'ouvrir',
  'find.openButton': 'Ouvrir {number}',
  'message.none': 'Il n’y a pas de message #{id}.',
  'message.deleted': 'Le message #{id} a été supprimé.',
  'message.alreadyDeleted': 'Le message #{id} a déjà été supprimé.',
  'message.unfinished': 'Ce message est encore en cours d’écriture. Réessaie quand il sera terminé.',
  'open.source': '**{who, select, you {Toi} other {Moi}}**, {day}, {time}',
  'open.above': '{source}, plus haut : [#{id}]',
}
