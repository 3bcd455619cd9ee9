export const search = {
  'find.nothing': 'Je n’ai rien trouvé. Essaie avec moins de mots ou d’autres, ou choisis un jour avec /days.',
  'find.more': 'Les {shown} meilleurs résultats sur {total}. Ajoute des mots ou un jour pour affiner.',
  'find.summary': 'résumé du jour',
  'find.who': '{who, select, you {toi} member {{name}} other {moi}}',
  'find.link': 'ouvrir',
  'find.openButton': 'Ouvrir {number}',
  'message.none': 'Il n’y a pas de message #{id}.',
  'message.deleted': 'Le message #{id} a été supprimé.',
  'message.alreadyDeleted': 'Le message #{id} a déjà été supprimé.',
  'message.unfinished': 'Ce message est encore en cours d’écriture. Réessaie quand il sera terminé.',
  'open.source': '**{who, select, you {Toi} member {{name}} other {Moi}}**, {day}, {time}',
  'open.above': '{source}, plus haut : [#{id}]',
  'search.onlyExcludes': 'La recherche ne fait qu’exclure des mots. Ajoute les mots à chercher, ou un jour.',
  'search.tooManyPhrases':
    'La recherche contient {count} expressions entre guillemets, mais {max} au plus sont possibles. Retires-en, ou enlève leurs guillemets.',
  'search.tooManyExclusions': 'La recherche contient {count} exclusions, mais {max} au plus sont possibles. Retires-en.',
  'search.operatorTooLong':
    'Une expression ou une exclusion compte {length} caractères, mais {max} au plus sont possibles. Raccourcis-la, ou enlève les guillemets ou le tiret.',
  'search.lostEmbeddings':
    'Cette recherche avait commencé par le sens, ce qui n’est plus possible pour l’instant. Relance-la depuis le début.',
  'embeddings.changedElsewhere': 'Quelqu’un d’autre a changé le modèle entre-temps. Recharge la page pour le voir.',
  'embeddings.notInstalled': 'Le modèle intégré n’est pas installé. Installe-le avec `npm ci --include=optional`, puis redémarre.',
  'embeddings.noEncryptionKey':
    'Les clés d’API sont enregistrées chiffrées, et il n’y a pas de clé de chiffrement. Donne à ENCRYPTION_KEY le résultat de `openssl rand -hex 32` et redémarre, ou indique la clé d’API dans EMBEDDING_API_KEY.',
}
