import type { SampleEvent } from '../sample-event.ts'
import { sampleEvents } from './samples/events.ts'
import { sampleCommand, sampleInteractions } from './samples/interactions.ts'
import type { SampleScene } from './samples/objects.ts'
import type { Telling } from './types.ts'

/** Payloads as Slack sends them to the address of an app, with the fields that it documents. */
export function samplePayloads(scene: SampleScene): readonly (SampleEvent & Pick<Telling, 'type'>)[] {
  const byType = {
    events_api: sampleEvents(scene),
    interactive: sampleInteractions(scene),
    slash_commands: { 'slash command': sampleCommand(scene) },
  } as const
  return Object.entries(byType).flatMap(([type, payloads]) =>
    // JSON has no undefined, which the types require in some places.
    Object.entries(payloads).map(([name, payload]) => ({
      name,
      type: type as Telling['type'],
      payload: JSON.parse(JSON.stringify(payload)),
    })),
  )
}

/** The same payloads in the envelopes of Socket Mode. https://docs.slack.dev/apis/events-api/using-socket-mode#events */
export function sampleEnvelopes(scene: SampleScene): readonly SampleEvent[] {
  return samplePayloads(scene).map(({ name, type, payload }, index) => ({
    name,
    payload: {
      envelope_id: `sample-${index}`,
      type,
      accepts_response_payload: type !== 'events_api',
      ...(type === 'events_api' && { retry_attempt: 0, retry_reason: '' }),
      payload,
    },
  }))
}
