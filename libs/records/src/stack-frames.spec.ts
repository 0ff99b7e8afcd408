import { stackFrames } from './stack-frames';

const [first, second] = ['    at one (file.ts:1:2)', '    at two (file.ts:3:4)'];

it.each([
  ['follow the message', 'refused', `Error: refused\n${first}\n${second}`],
  ['follow a message that looks like a frame', `x\n${second}\n`, `Error: x\n${second}\n\n${first}\n${second}`],
  ['stand without a message', '', `${first}\n${second}`],
  ['stand without the message, which was replaced', 'another', `${first}\n${second}`],
])('frames that %s', (_name, message, stack) => {
  expect(stackFrames({ name: 'Error', message, stack })).toEqual([first, second]);
});

it('are none without a stack', () => {
  expect(stackFrames({ name: 'Error', message: '' })).toEqual([]);
});
