import type { SearchLanguage } from '../recall/terms.ts'
import type { Db } from '../store/store.ts'

/** Whose memory it is goes without saying, and articles say nothing. */
const unsaid = new Set('a an i me my mine s the that user users'.split(' '))

/** The words of a text, without the marks around them: those inside, as in C++ or -5, are part of what is said. */
function wordsIn(content: string): string[] {
  const words = content
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/'s(?=\s|$)/g, '')
    .split(/\s+/)
    .map((word) => word.replace(/^[.,;:!?"“”„«»'()[\]{}*_`…]+|[.,;:!?"“”„«»'()[\]{}*_`…]+$/g, ''))
    .filter((word) => word !== '')
  const telling = words.filter((word) => !unsaid.has(word))
  return telling.length > 0 ? telling : words
}

/**
 * A hash of what a text says: the same for texts that differ only in case, punctuation, endings, articles and in how they
 * name the person. In order, and with every "not", number and sign: a fact that is kept twice does less harm than one that
 * is lost because it sounds like another.
 */
export async function gistOf(db: Db, language: SearchLanguage, content: string): Promise<string> {
  const words = wordsIn(content)
  // The stemmers of PostgreSQL are named so: https://www.postgresql.org/docs/15/textsearch-dictionaries.html
  const [row] = await db.$queryRaw<{ gist: string }[]>`
    WITH dictionary AS (
      SELECT coalesce(
        (SELECT oid::regdictionary FROM pg_catalog.pg_ts_dict WHERE dictname = ${`${language}_stem`}::text AND pg_catalog.pg_ts_dict_is_visible(oid)),
        'pg_catalog.simple'::regdictionary) AS name
    )
    SELECT encode(sha256(convert_to(coalesce(string_agg(coalesce((ts_lexize(dictionary.name, said.word))[1], said.word), ' ' ORDER BY said.position), ''), 'UTF8')), 'hex') AS gist
    FROM dictionary, unnest(${words}::text[]) WITH ORDINALITY AS said(word, position)`
  if (!row) throw new Error('A gist was not made.')
  return row.gist
}
