/** The fixed words of a day summary, such as its headings, in one language. */
export interface LanguageWords {
  /** A PostgreSQL text search configuration: the name under which a user's language is stored. */
  readonly language: string
  /** The English name, for instructions to a model. Absent for `simple`, which is not a language. */
  readonly name?: string
  /** BCP 47 tag, for formatting dates. */
  readonly locale: string
  readonly summary: string
  readonly goals: string
  readonly decisions: string
  readonly openLoops: string
  readonly nextSteps: string
  /** The text of an empty list. */
  readonly none: string
  /** The heading of a digest. {day} is the formatted day. */
  readonly dayHeading: string
  readonly turnOff: string
  readonly resummarize: string
  readonly onThePage: string
}

const english: LanguageWords = {
  language: 'english',
  name: 'English',
  locale: 'en-GB',
  summary: 'Summary',
  goals: 'Goals',
  decisions: 'Decisions',
  openLoops: 'Open loops',
  nextSteps: 'Next steps',
  none: 'None',
  dayHeading: 'Summary of {day}',
  turnOff: 'Turn off',
  resummarize: 'Resummarize',
  onThePage: 'On the page',
}

const tables: readonly LanguageWords[] = [
  english,
  {
    language: 'french',
    name: 'French',
    locale: 'fr',
    summary: 'Résumé',
    goals: 'Objectifs',
    decisions: 'Décisions',
    openLoops: 'Points en suspens',
    nextSteps: 'Prochaines étapes',
    none: 'Aucun',
    dayHeading: 'Résumé du {day}',
    turnOff: 'Désactiver',
    resummarize: 'Refaire le résumé',
    onThePage: 'Sur la page',
  },
  {
    language: 'german',
    name: 'German',
    locale: 'de',
    summary: 'Zusammenfassung',
    goals: 'Ziele',
    decisions: 'Entscheidungen',
    openLoops: 'Offene Punkte',
    nextSteps: 'Nächste Schritte',
    none: 'Keine',
    dayHeading: 'Zusammenfassung: {day}',
    turnOff: 'Ausschalten',
    resummarize: 'Neu zusammenfassen',
    onThePage: 'Auf der Seite',
  },
  {
    language: 'spanish',
    name: 'Spanish',
    locale: 'es',
    summary: 'Resumen',
    goals: 'Objetivos',
    decisions: 'Decisiones',
    openLoops: 'Asuntos pendientes',
    nextSteps: 'Próximos pasos',
    none: 'Ninguno',
    dayHeading: 'Resumen del {day}',
    turnOff: 'Desactivar',
    resummarize: 'Rehacer el resumen',
    onThePage: 'En la página',
  },
  {
    language: 'italian',
    name: 'Italian',
    locale: 'it',
    summary: 'Riepilogo',
    goals: 'Obiettivi',
    decisions: 'Decisioni',
    openLoops: 'Questioni aperte',
    nextSteps: 'Prossimi passi',
    none: 'Nessuno',
    dayHeading: 'Riepilogo di {day}',
    turnOff: 'Disattiva',
    resummarize: 'Rifai il riepilogo',
    onThePage: 'Sulla pagina',
  },
  {
    language: 'portuguese',
    name: 'Portuguese',
    locale: 'pt',
    summary: 'Resumo',
    goals: 'Objetivos',
    decisions: 'Decisões',
    openLoops: 'Assuntos pendentes',
    nextSteps: 'Próximos passos',
    none: 'Nenhum',
    dayHeading: 'Resumo de {day}',
    turnOff: 'Desativar',
    resummarize: 'Refazer o resumo',
    onThePage: 'Na página',
  },
  {
    language: 'dutch',
    name: 'Dutch',
    locale: 'nl',
    summary: 'Samenvatting',
    goals: 'Doelen',
    decisions: 'Beslissingen',
    openLoops: 'Openstaande punten',
    nextSteps: 'Volgende stappen',
    none: 'Geen',
    dayHeading: 'Samenvatting van {day}',
    turnOff: 'Uitzetten',
    resummarize: 'Opnieuw samenvatten',
    onThePage: 'Op de pagina',
  },
]

/** Returns the words of a language, or the English words if the language has no table. */
export function languageWords(language: string): LanguageWords {
  const table = tables.find((words) => words.language === language)
  if (table) return table
  if (language === 'simple') {
    const { name: _, ...unnamed } = english
    return { ...unnamed, language }
  }
  return { ...english, language, name: language.charAt(0).toUpperCase() + language.slice(1) }
}

export const englishWords = english
