// Forms of a word that no rule for endings brings together: "won" is found by "win". As the database's English stemmer leaves them.
const irregularGroups =
  'began begin begun|break broke broken|bring brought|build built|bought buy|catch caught|choos chose chosen|came come|draw drawn drew|drank drink drunk|drive driven drove|ate eat eaten|fall fallen fell|feel felt|fight fought|find found|flew fli flown|forget forgot forgotten|get got gotten|gave give given|go gone went|grew grow grown|hear heard|hid hidden hide|held hold|keep kept|knew know known|lead led|leav left|lend lent|lose lost|made make|mean meant|meet met|paid pay|ridden ride rode|rang ring rung|rise risen rose|ran run|said say|saw see seen|sell sold|send sent|shake shaken shook|shine shone|shoot shot|sang sing sung|sat sit|sleep slept|speak spoke spoken|spend spent|stand stood|steal stole stolen|swam swim swum|take taken took|taught teach|tear tore torn|tell told|think thought|threw throw thrown|understand understood|wake woke woken|wear wore worn|win won|write written wrote|child children|peopl person|man men|woman women|wife wive|life live|feet foot|teeth tooth|mice mous'
const groupByLexeme = new Map(
  irregularGroups.split('|').flatMap((group) => {
    const lexemes = group.split(' ')
    return lexemes.map((lexeme) => [lexeme, lexemes] as const)
  }),
)

/** What is looked for as one thing: any of these lexemes will do. */
export type SearchTerm = readonly string[]

/** Lexemes as terms, each with its other forms; each form is in one term only. */
export function toTerms(lexemes: readonly string[], language: string): SearchTerm[] {
  const terms = lexemes.map((lexeme) => (language === 'english' ? groupByLexeme.get(lexeme) : undefined) ?? [lexeme])
  return terms.filter((term, index) => terms.findIndex((other) => other[0] === term[0]) === index)
}

/** A term as it is written inside a tsquery: any of its lexemes. */
export const toTsquery = (term: SearchTerm): string => `(${term.map(quoteLexeme).join(' | ')})`

/** A lexeme as it is written inside a tsquery. */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
