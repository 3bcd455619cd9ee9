/** How a section of an older file differs from the section that replaced it. */
export interface SectionTranslation {
  /** The name of the section in the older file. */
  readonly section: string
  /** The field names in the older file, by their current names. */
  readonly fields: Readonly<Record<string, string>>
  /** The current values, by current field name and then by the value in the older file. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What has changed since each older version, by version and current section. Anything not listed is unchanged. */
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
