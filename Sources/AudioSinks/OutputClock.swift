/// What makes output time go on in a sink that has no device.
package enum OutputClock: Hashable, Sendable {
    /// As fast as the session grants it: time is frames rendered.
    case virtual

    /// With `CLOCK_MONOTONIC`; `speed` is 1 for a device that keeps time, 1.0005 for one whose
    /// crystal is 500 ppm fast.
    case real(speed: Double)
}
