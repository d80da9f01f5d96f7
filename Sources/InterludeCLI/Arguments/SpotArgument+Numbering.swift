import Advertising
import Interlude

extension SpotArgument {
    /// The advertisements of `pushes`, each with a unique id.
    ///
    /// Advertisements without an id get 1, 2, 3 … in the order of the command line, skipping ids
    /// that others have.
    static func advertisements(
        in pushes: [ScheduledArgument<[SpotArgument]>]
    ) throws(CommandError) -> [ScheduledArgument<[Advertisement]>] {
        var read: [ScheduledArgument<[Advertisement]>] = []
        for push in pushes {
            read.append(ScheduledArgument(at: push.time, try advertisements(of: push.value)))
        }
        var numbers = SpotNumbers(taken: read.flatMap(\.value).map(\.id))
        return read.map { push in
            ScheduledArgument(at: push.time, push.value.map { numbers.number($0) })
        }
    }

    private static func advertisements(
        of spots: [SpotArgument]
    ) throws(CommandError) -> [Advertisement] {
        var read: [Advertisement] = []
        for spot in spots { read.append(try spot.advertisement()) }
        return read
    }
}
