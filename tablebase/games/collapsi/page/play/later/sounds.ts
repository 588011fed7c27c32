/** Sounds, for players who want them. Loaded with the first. */

/** The pitches of each, in hertz, one after the other. */
const NOTES = { move: [440], won: [523, 659, 784, 1047], lost: [330, 294, 247], over: [523, 392] };

export type Sound = keyof typeof NOTES;

let audio: AudioContext | null = null;

export async function sound(name: Sound) {
  audio ??= new AudioContext();
  await audio.resume();
  for (const [at, frequency] of NOTES[name].entries()) {
    const start = audio.currentTime + at * 0.13;
    const [tone, volume] = [new OscillatorNode(audio, { type: "triangle", frequency }), new GainNode(audio)];
    volume.gain.setValueAtTime(0.2, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.3);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}
