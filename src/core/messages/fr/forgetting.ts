export const forgetting = {
  'forget.forms':
    '**Que dois-je supprimer ?** Je montre d’abord un aperçu et ne supprime rien sans ta confirmation.\n\n- un message : réponds-y avec /forget, ou /forget #123\n- un jour : /forget hier, /forget 2026-11-03\n- un souvenir : /forget memory 12\n- un sujet : /forget fête jardin supprime tout ce qui contient tous ces mots\n- tout : /forget everything',
  'forget.today': 'Aujourd’hui',
  'forget.everything': 'Tout',
  'forget.nothing':
    '{kind, select, message {Il n’y a rien à supprimer dans ce message.} day {Il n’y a rien à supprimer ce jour-là. /days donne la liste de tes jours.} memory {Aucun souvenir n’a ce numéro. /memories montre ce que je retiens.} other {Je n’ai rien trouvé qui contienne tous ces mots. Essaie avec moins de mots ou d’autres.}}',
  'forget.foreignMessage':
    'Ce message ne fait pas partie de notre conversation, donc il n’y a rien à supprimer. Désigne un message par son numéro, comme /forget #123, ou un sujet par ses mots, comme /forget topic fête jardin.',
  'forget.tooCommon': 'Ces mots sont trop courants. Précise le sujet, comme /forget fête jardin.',
  'forget.memoryNumber': 'Écris le numéro d’un souvenir, comme /forget memory 12.',
  'forget.previewNumber': 'Écris le numéro d’un aperçu, comme /forgetting confirm 12.',
  'forget.preview':
    '{kind, select, everything {**Ceci supprimerait tout définitivement :**} other {**Ceci supprimerait définitivement :**}}',
  'forget.userMessages': '{count, plural, one {# message} other {# messages}} de toi',
  'forget.botMessages': '{count, plural, one {# message} other {# messages}} de moi',
  'count.files': '{count, plural, one {# fichier} other {# fichiers}}',
  'count.memories': '{count, plural, one {# souvenir} other {# souvenirs}}',
  'forget.quotes': '{count, plural, one {# citation} other {# citations}} de toi dans d’autres conversations',
  'forget.summaries': '{count, plural, one {# résumé} other {# résumés}}, réécrits à partir de ce qui reste',
  'forget.names': 'tes commandes et tes noms',
  'forget.hasMore': 'Il y en a d’autres ; voici les plus récents. Relance /forget une fois ceux-ci supprimés.',
  'forget.nothingYet': 'Rien n’est encore supprimé. Les messages dans ton application restent jusqu’à ce que tu les supprimes toi-même.',
  'forget.outcome':
    '{outcome, select, started {Je le supprime et te préviens quand c’est fait.} running {Je suis déjà en train de le supprimer.} done {C’est déjà supprimé.} expired {Cet aperçu a expiré, et il y a peut-être plus à supprimer. Relance /forget.} other {Aucune suppression avec ce numéro n’attend de réponse.}}',
  'forget.progress': 'Je suis déjà en train de le supprimer. {count, number} messages pour l’instant.',
  'forget.kept': 'Rien n’a été supprimé.',
  'forget.exportPending':
    'L’export que tu as demandé est encore en préparation et contient ce que tu veux supprimer. Confirme de nouveau quand les fichiers seront arrivés.',
  'forget.doneEverything': 'Tout est supprimé. Une nouvelle conversation commence ici.',
  'forget.done': 'Supprimé : {counts}, et tout ce qui en découlait.',
}
