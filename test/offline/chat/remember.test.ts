import { expect, it } from 'vitest'
import { parseRememberRequest } from '../../../src/offline/chat/remember.ts'

it.each([
  ['Remember that my sister is Anna.', 'My sister is Anna.'],
  ['please remember: the code is 4711', 'The code is 4711'],
  ['Hey, keep in mind that I am vegetarian', 'I am vegetarian'],
  ['Note that the plumber comes at 9', 'The plumber comes at 9'],
  ['Souviens-toi que j’aime le thé', 'J’aime le thé'],
  ['Merk dir bitte, dass ich Vegetarier bin', 'Dass ich Vegetarier bin'],
])('%j asks to have %j remembered', (text, content) => expect(parseRememberRequest(text)).toBe(content))

it.each([
  'Remember when we went to Rome?',
  'Do you remember what we said?',
  'Remember what I said about tea',
  'remember me?',
  'I remember that day well',
  'remember to call mom',
  'notes from the meeting',
  'Remembering names is hard',
  'Remember',
])('%j asks for nothing of the kind', (text) => expect(parseRememberRequest(text)).toBeUndefined())
