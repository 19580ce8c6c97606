import { float32, float64, int8, nullable, transform, uint32 } from 'rowfuse';

const secondsPerHour = 60 * 60;

/** Features of a taxi trip: km/h, and what each passenger pays. A meter that was never started has no speed. */
export const tripFeatures = transform({
  input: { kilometres: float64, seconds: uint32, fare: float32, passengers: nullable(int8) },
  output: { speed: nullable(float64), farePerPassenger: float32 },
  row({ kilometres, seconds, fare, passengers }) {
    const heads = passengers === null || passengers < 1 ? 1 : passengers;
    return {
      speed: seconds > 0 ? (kilometres / seconds) * secondsPerHour : null,
      farePerPassenger: fare / heads,
    };
  },
});
