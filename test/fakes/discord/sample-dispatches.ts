import type { SampleEvent } from '../sample-event.ts'
import { guildDispatches } from './samples/guild-dispatches.ts'
import { interactionDispatches } from './samples/interaction-dispatches.ts'
import { messageDispatches } from './samples/message-dispatches.ts'
import type { SampleScene } from './samples/objects.ts'

/** Gateway events with the fields that Discord documents. https://discord.com/developers/docs/events/gateway-events#receive-events */
export function sampleDispatches(scene: SampleScene): readonly SampleEvent[] {
  const dispatches = { ...guildDispatches(scene), ...messageDispatches(scene), ...interactionDispatches(scene) }
  return Object.entries(dispatches).map(([name, payload]) => ({ name, payload }))
}
