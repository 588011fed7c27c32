/** The 0.975 quantile of the normal distribution. */
export const Z = 1.959963984540054;

/** Wilson's 95 % interval of a share, as `tablebase lab` computes it. */
export function wilson(successes: number, number: number): [number, number] {
  const share = successes / number;
  const middle = share + (Z * Z) / (2 * number);
  const half = Z * Math.sqrt((share * (1 - share)) / number + (Z * Z) / (4 * number * number));
  const scale = 1 + (Z * Z) / number;
  return [Math.max((middle - half) / scale, 0), Math.min((middle + half) / scale, 1)];
}
