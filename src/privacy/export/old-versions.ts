/** How a section of an older file differs from the section that replaced it. */
export interface SectionTranslation {
  /** The name of the section in the older file. */
  readonly section: string
  /** Names in the older file, by today's names. */
  readonly fields: Readonly<Record<string, string>>
  /** Today's values, by today's field name and the value in the older file. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What changed since each older version, by version and today's section. What is not listed is the same. */
export const oldVersions: Readonly<Record<number, Readonly<Record<string, SectionTranslation>>>> = {
  1: {
    forgetRequests: {
      section: 'forgettings',
      fields: { forgottenCount: 'forgotten', requestedAt: 'listedAt' },
      values: { kind: { deletion: 'platform_deletion' }, state: { listed: 'previewed' } },
    },
    exports: { section: 'exports', fields: { requestedAt: 'askedAt' } },
  },
}
