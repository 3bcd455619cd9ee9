import { type CascadeOutcome, queueCascades, runCascade } from '../../src/channels/cascade/run-cascade.ts'
import type { ChannelDeps } from '../../src/channels/deps.ts'
import { switchChannelOn } from '../../src/channels/manage/switch-channel.ts'
import { type ChannelSettings, defaultChannelSettings } from '../../src/channels/settings.ts'
import type { SummaryMaterial } from '../../src/channels/summary-material.ts'
import type { PlaceId } from '../../src/core/domain/ids.ts'
import type { JobPayloads } from '../../src/core/ports/jobs.ts'
import { silentLog } from '../../src/core/ports/log.ts'
import type { PlaceRef } from '../../src/core/ports/platform.ts'
import type { Store } from '../../src/store/store.ts'
import { upsertPlace } from '../../src/threads/places.ts'
import { TestClock } from '../support/clock.ts'
import type { TestPerson } from '../support/conversation.ts'

export interface ChannelBench extends ChannelDeps {
  readonly clock: TestClock
  /** Runs the scheduler, and every cascade that it enqueues. */
  tick(): Promise<CascadeOutcome[]>
  /** The channels that the scheduler has enqueued since the last call. */
  takeQueued(): PlaceId[]
}

export interface ChannelBenchOptions extends Partial<Pick<ChannelDeps, 'writeSummary' | 'log'>> {
  readonly clock?: TestClock
  readonly settings?: Partial<ChannelSettings>
}

export const unstopped = new AbortController().signal

/** A summary that repeats what it is made from, so that it shows what that was. */
export const repeatMaterial = (material: SummaryMaterial) => ({
  topics: [],
  text: 'lines' in material ? `(${material.lines.map(({ text }) => text).join(' ')})` : material.summaries.map(({ text }) => text).join(''),
  model: 'repeating',
})

/** The parts of channels on a real store: jobs are only written down, and summaries repeat what was read unless a test makes others. */
export function channelBench(store: Store, { clock = new TestClock(), settings, ...options }: ChannelBenchOptions = {}): ChannelBench {
  let queued: PlaceId[] = []
  const bench: ChannelBench = {
    store,
    clock,
    log: silentLog,
    jobs: {
      async add(name, payload) {
        if (name === 'summarize-channel') queued.push((payload as JobPayloads['summarize-channel']).placeId)
      },
    },
    channelSettings: { ...defaultChannelSettings, ...settings },
    writeSummary: async (material) => ({ ...repeatMaterial(material), tokens: 1_000 }),
    writeOffline: async (material) => ({ ...repeatMaterial(material), model: 'offline', tokens: 1_000 }),
    ...options,
    takeQueued() {
      const taken = queued
      queued = []
      return taken
    },
    async tick() {
      await queueCascades(bench)
      const outcomes: CascadeOutcome[] = []
      for (const placeId of bench.takeQueued()) outcomes.push(await runCascade(bench, placeId, unstopped))
      return outcomes
    },
  }
  return bench
}

/** Switches a shared place on, in UTC. */
export async function openChannel({ store, clock }: ChannelDeps, ref: PlaceRef, { userId }: TestPerson): Promise<PlaceId> {
  const { id: placeId } = await upsertPlace(store.db, ref, null)
  await store.transaction((tx) =>
    switchChannelOn(tx, { placeId, managerId: userId, timezone: 'Etc/UTC', language: 'en', now: clock.now() }),
  )
  return placeId
}

/** The summaries that the pyramid has, by their positions. */
export async function readPyramid({ store }: ChannelDeps, placeId: PlaceId): Promise<ReadonlyMap<string, string>> {
  const rows = await store.db.channelSummary.findMany({ where: { placeId, isUsed: true }, orderBy: [{ level: 'asc' }, { ordinal: 'asc' }] })
  return new Map(rows.map(({ level, ordinal, text }) => [`${level}/${ordinal}`, text]))
}
