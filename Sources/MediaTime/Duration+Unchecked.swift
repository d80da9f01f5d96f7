// These shadow the standard library's functions, which end the process if the time does not fit a
// `Duration`. `Integers+Unchecked.swift` explains the technique.

extension Duration {
    @available(*, deprecated, message: "ends the process; use init(checking:within:)")
    package static func seconds(_ number: Double) -> Duration {
        Duration(clamping: number, to: .session)
    }

    @available(*, deprecated, message: "ends the process; use init(checking:within:)")
    package static func milliseconds(_ number: Double) -> Duration {
        Duration(clamping: number / 1e3, to: .session)
    }

    @available(*, deprecated, message: "ends the process; use init(checking:within:)")
    package static func microseconds(_ number: Double) -> Duration {
        Duration(clamping: number / 1e6, to: .session)
    }

    @available(*, deprecated, message: "ends the process; use init(checking:within:)")
    package static func nanoseconds(_ number: Double) -> Duration {
        Duration(clamping: number / 1e9, to: .session)
    }

    @available(*, deprecated, message: "ends the process; use multiplied(by:)")
    package static func * (time: Duration, factor: Double) -> Duration {
        time.multiplied(by: factor)
    }

    @available(*, deprecated, message: "ends the process; use divided(by:)")
    package static func / (time: Duration, divisor: Double) -> Duration {
        time.divided(by: divisor)
    }
}
