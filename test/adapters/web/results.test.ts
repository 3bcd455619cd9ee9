import { expect, test } from 'vitest'
import { markPassage } from '../../../adapters/web/pages/results.tsx'

test.each([
  ['… eat the ripe **medlar** soon after …', ':~:text=eat%20the%20ripe%20medlar%20soon%20after'],
  ['… It is **hard**: never eat a **medlar** raw. …', ':~:text=It%20is%20hard&text=never%20eat%20a%20medlar%20raw'],
  ['… is nothing special The **spare** **key** of the cabin …', ':~:text=The%20spare%20key%20of%20the%20cabin'],
  ['… behind the **boiler** Item 1 is next …', ':~:text=behind%20the%20boiler'],
  ['… 2 * 3 * 4 **apples** and pears …', ':~:text=4%20apples%20and%20pears'],
  ['… one two three four **five** **six** seven eight nine ten …', ':~:text=two%20three%20four%20five%20six%20seven%20eight%20nine'],
  ['… 来週、**東京**のホテルに …', `:~:text=${encodeURIComponent('東京のホテルに')}`],
])('a part of a message is marked on the page: %s', (snippet, fragment) => {
  expect(markPassage(snippet)).toBe(fragment)
})

test.each([['The **medlar** is all of it.'], ['… nothing matches here …'], ['… **medlar**: **hard**, …']])(
  'nothing is marked in a whole message, without matches, or if too little is certain: %s',
  (snippet) => {
    expect(markPassage(snippet)).toBe('')
  },
)
