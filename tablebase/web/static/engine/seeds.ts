/** Seeds that are texts, mixed as Python does. Loaded with the first, for SHA-512 takes 4 kB. */

/*!
 * noble-hashes, https://github.com/paulmillr/noble-hashes
 *
 * The MIT License (MIT)
 *
 * Copyright (c) 2022 Paul Miller (https://paulmillr.com)
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in
 * all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
 * THE SOFTWARE.
 */
import { sha512 } from "@noble/hashes/sha2.js"; // browsers have it only over HTTPS

/** A text as a key: the words of a number whose digits are the text and its digest. */
export function keyOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  const digits = [...bytes, ...sha512(bytes)].reverse();
  const words = new Uint32Array(Math.ceil(digits.length / 4));
  digits.forEach((digit, at) => (words[at >> 2] |= digit << (8 * (at & 3))));
  return words;
}
