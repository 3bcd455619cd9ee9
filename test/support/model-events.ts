import type { ChatModel, ModelEvent, ModelRequest } from '../../src/core/ports/chat-model.ts'

/** All events of one call. */
export async function eventsOf(model: ChatModel, request: ModelRequest, signal = new AbortController().signal): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of model.stream(request, signal)) events.push(event)
  return events
}

export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('')
}
