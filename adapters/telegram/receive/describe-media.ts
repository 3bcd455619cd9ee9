import { z } from 'zod'
import { optionalField, readableItems } from '../../kit/payload-fields.ts'
import type { TelegramMessageContent } from '../payloads.ts'

const TelegramSticker = z.object({ emoji: z.string() })
const TelegramPoll = z.object({ question: z.string(), options: readableItems(z.object({ text: z.string() })) })
const TelegramLocation = z.object({ latitude: z.number(), longitude: z.number() })
const TelegramVenue = z.object({ title: z.string(), address: optionalField(z.string()) })
const TelegramContact = z.object({
  first_name: z.string(),
  last_name: optionalField(z.string()),
  phone_number: optionalField(z.string()),
})

/** Describes the content of a message without text, such as "sticker 👍". Undefined if only its kind is known. */
export function describeMedia({ sticker, poll, location, venue, contact }: TelegramMessageContent): string | undefined {
  return describeSticker(sticker) ?? describePoll(poll) ?? describeLocation(location, venue) ?? describeContact(contact)
}

function describeSticker(field: unknown): string | undefined {
  const sticker = TelegramSticker.safeParse(field).data
  return sticker && `sticker ${sticker.emoji}`
}

function describePoll(field: unknown): string | undefined {
  const poll = TelegramPoll.safeParse(field).data
  return poll && `poll: ${poll.question} ${poll.options.map(({ text }) => `(${text})`).join(' ')}`.trim()
}

/** A venue is a location with a name. */
function describeLocation(locationField: unknown, venueField: unknown): string | undefined {
  const location = TelegramLocation.safeParse(locationField).data
  const venue = TelegramVenue.safeParse(venueField).data
  const parts = [venue?.title, venue?.address, location && `${location.latitude}, ${location.longitude}`].filter(Boolean)
  return parts.length === 0 ? undefined : `location: ${parts.join(', ')}`
}

function describeContact(field: unknown): string | undefined {
  const contact = TelegramContact.safeParse(field).data
  if (!contact) return undefined
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  return `contact: ${[name, contact.phone_number].filter(Boolean).join(', ')}`
}
