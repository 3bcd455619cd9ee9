import { clip } from '../../../src/core/domain/text.ts'
import { htmlOf } from '../views/markdown.ts'
import type { ShownMessage } from '../views/timeline.ts'
import { useLanguage } from './language.tsx'
import { nameSpeaker } from './message.tsx'

/** In characters. A preview shows the beginning of a long message. */
const longestPreview = 600

/** What a citation shows of the message it cites. */
export function MessagePreview({ shown }: { readonly shown: ShownMessage }) {
  const { translate, formatDay } = useLanguage()
  const { message, day, time } = shown
  return (
    <>
      <p class="about">
        <b dir="auto">{nameSpeaker(translate, shown)}</b> <span>{formatDay(day)}</span> <span>{time}</span>
      </p>
      <div class="prose" dangerouslySetInnerHTML={{ __html: htmlOf(clip(message.text, longestPreview), translate) }} />
    </>
  )
}
