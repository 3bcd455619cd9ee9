/** How a section of an older file differs from the section that replaced it. */
export interface SectionTranslation {
  /** The name of the section in the older file. */
  readonly section: string
  /** The field names in the older file, by their current names. */
  readonly fields: Readonly<Record<string, string>>
  /** The current values, by current field name and then by the value in the older file. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The values of the fields that the older file lacks, by current field name. */
  readonly added?: Readonly<Record<string, string>>
}

/** What an older file lacks, and how it differs. */
export interface OldVersion {
  readonly missing: readonly string[]
  readonly sections: Readonly<Record<string, SectionTranslation>>
}

/** The sections that version 4 added. */
const addedIn4 = ['references', 'quotes']
/** The sections that version 5 added. */
const addedIn5 = [
  'backgroundUsage',
  'memoryProposals',
  'openLoops',
  'reminders',
  'sessions',
  'keyMoments',
  'sessionNames',
  'calls',
  'phoneNumbers',
  'channelMessages',
  'drafts',
]

const languageCodes = {
  english: 'en',
  french: 'fr',
  german: 'de',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  simple: 'en',
}

const upToVersion2: Readonly<Record<string, SectionTranslation>> = {
  person: { section: 'person', fields: {}, values: { language: languageCodes }, added: { languageSource: 'default' } },
  summaries: { section: 'summaries', fields: {}, values: { language: languageCodes } },
}

const version1: Readonly<Record<string, SectionTranslation>> = {
  ...upToVersion2,
  forgetRequests: {
    section: 'forgettings',
    fields: { forgottenCount: 'forgotten', requestedAt: 'listedAt' },
    values: { kind: { deletion: 'platform_deletion' }, state: { listed: 'previewed' } },
  },
  exports: { section: 'exports', fields: { requestedAt: 'askedAt' } },
}

/** What has changed since each older version. Sections are named as now. Anything not listed is unchanged. */
export const oldVersions: Readonly<Record<number, OldVersion>> = {
  1: { missing: [...addedIn4, ...addedIn5], sections: version1 },
  2: { missing: [...addedIn4, ...addedIn5], sections: upToVersion2 },
  3: { missing: [...addedIn4, ...addedIn5], sections: {} },
  4: { missing: addedIn5, sections: {} },
}
