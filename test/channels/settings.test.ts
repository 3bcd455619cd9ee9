import { expect, test } from 'vitest'
import { defaultChannelSettings, fitChannelSettings } from '../../src/channels/settings.ts'

test('a model with a small window reads and merges less at once', () => {
  expect(fitChannelSettings(128_000)).toEqual(defaultChannelSettings)
  expect(fitChannelSettings(4_096)).toMatchObject({ maxPartTokens: 1_365, maxMergedSummaries: 4 })
  expect(fitChannelSettings(1_024)).toMatchObject({ maxPartTokens: 341, maxMergedSummaries: 2 })
})
