import Advertising

/// Gives numbers to advertisements that bring none.
package struct SpotNumbers {
    private let taken: Set<Int>
    private var last = 0

    package init(taken: [Int]) {
        self.taken = Set(taken)
    }

    package mutating func number(_ advertisement: Advertisement) -> Advertisement {
        guard advertisement.id == 0 else { return advertisement }
        repeat { last += 1 } while taken.contains(last)
        var numbered = advertisement
        numbered.id = last
        return numbered
    }
}
