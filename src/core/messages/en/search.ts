export const search = {
  'find.nothing': 'I found nothing. Try fewer or different words, or look at a day with /days.',
  'find.more': 'The best {shown} of {total} results. Add words or a day to narrow them down.',
  'find.summary': 'summary of the day',
  'find.who': '{who, select, you {you} member {{name}} other {me}}',
  'find.link': 'open',
  'find.openButton': 'Open {number}',
  'message.none': 'There is no message #{id}.',
  'message.deleted': 'Message #{id} was deleted.',
  'message.alreadyDeleted': 'Message #{id} was already deleted.',
  'message.unfinished': 'That message is still being written. Try again when it is finished.',
  'open.source': '**{who, select, you {You} member {{name}} other {Me}}**, {day}, {time}',
  'open.above': '{source}, above: [#{id}]',
  'search.onlyExcludes': 'The search only excludes words. Add the words to search for, or a day.',
  'search.tooManyPhrases':
    'The search has {count} phrases in quotes, but at most {max} are possible. Remove some of them, or their quotes.',
  'search.tooManyExclusions': 'The search has {count} exclusions, but at most {max} are possible. Remove some of them.',
  'search.operatorTooLong':
    'A phrase or exclusion has {length} characters, but at most {max} are possible. Shorten it, or leave out its quotes or hyphen.',
  'search.lostEmbeddings': 'This search started with embeddings, which are now unavailable. Start it again without the cursor.',
  'embeddings.changedElsewhere': 'Someone else has changed the model in the meantime. Reload the page to see it.',
  'embeddings.notInstalled': 'The built-in model is not installed. Install it with `npm ci --include=optional` and restart.',
  'embeddings.noEncryptionKey':
    'API keys are stored encrypted, and there is no encryption key. Set ENCRYPTION_KEY to the output of `openssl rand -hex 32` and restart, or set the API key as EMBEDDING_API_KEY.',
}
