<?php
/**
 * What the tables of the shop say of its records.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Asks the database itself, about many records at once: both kinds of tables that orders may be in.
 */
final class Shop_Records {

	const TYPES = array( 'customers', 'orders', 'products' );

	/** SQL: statuses of what is in no list. Whoever looks at the checkout makes a draft of an order. */
	const UNLISTED = "('trash', 'auto-draft', 'wc-checkout-draft')";

	/**
	 * Of these records, those that no list of the shop shows any more: deleted, in the trash, or a user with another role.
	 *
	 * @param string $type Of TYPES.
	 * @param int[]  $ids  At most a thousand.
	 * @return int[]
	 */
	public static function gone( string $type, array $ids ): array {
		global $wpdb;
		if ( array() === $ids ) {
			return array();
		}
		$list = implode( ', ', array_map( 'intval', $ids ) );
		if ( 'customers' === $type ) {
			$sql = "SELECT role.user_id FROM $wpdb->usermeta role WHERE role.user_id IN ($list) AND " . self::has_role();
		} elseif ( 'orders' === $type && self::has_order_tables() ) {
			$sql = "SELECT id FROM {$wpdb->prefix}wc_orders WHERE id IN ($list) AND type = 'shop_order' AND status NOT IN " . self::UNLISTED;
		} else {
			$sql = "SELECT ID FROM $wpdb->posts WHERE ID IN ($list) AND post_type = '" . self::post_type( $type ) . "' AND post_status NOT IN " . self::UNLISTED;
		}
		$there = array_map( 'intval', $wpdb->get_col( $sql ) ); // phpcs:ignore WordPress.DB -- numbers and fixed texts.
		return array_values( array_diff( $ids, $there ) );
	}

	/**
	 * Records with a date after a position, of which the log knows no change after it. It costs less than the lists of a delta, which ask for
	 * the same dates.
	 *
	 * @param string $type  Of TYPES.
	 * @param int    $since A position.
	 * @param string $log   Name of its table.
	 * @param int    $limit Of records.
	 * @return int[]
	 */
	public static function changed_by_date( string $type, int $since, string $log, int $limit ): array {
		global $wpdb;
		$seconds = intdiv( $since, 1000 );
		$sql     = 'SELECT found.id FROM (' . self::with_date_after( $type, $seconds, gmdate( 'Y-m-d H:i:s', $seconds ) ) . ') found'
			. " LEFT JOIN $log log ON log.record_type = '$type' AND log.record_id = found.id AND log.position > $since"
			. " WHERE log.record_id IS NULL ORDER BY found.id LIMIT $limit";
		return array_map( 'intval', $wpdb->get_col( $sql ) ); // phpcs:ignore WordPress.DB -- numbers and fixed texts.
	}

	/**
	 * A customer that was never changed counts from the registration.
	 *
	 * @param string $type    Of TYPES.
	 * @param int    $seconds Since 1970.
	 * @param string $time    The same, in UTC.
	 */
	private static function with_date_after( string $type, int $seconds, string $time ): string {
		global $wpdb;
		if ( 'customers' === $type ) {
			$is_customer = "JOIN $wpdb->usermeta role ON " . self::has_role() . ' AND role.user_id = ';
			return "SELECT changed.user_id AS id FROM $wpdb->usermeta changed $is_customer changed.user_id"
				. " WHERE changed.meta_key = 'last_update' AND changed.meta_value + 0 >= $seconds"
				. " UNION SELECT registered.ID FROM $wpdb->users registered $is_customer registered.ID WHERE registered.user_registered >= '$time'";
		}
		if ( 'orders' === $type && self::has_order_tables() ) {
			return "SELECT id FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order' AND date_updated_gmt >= '$time'";
		}
		return "SELECT ID AS id FROM $wpdb->posts WHERE post_type = '" . self::post_type( $type ) . "' AND post_modified_gmt >= '$time'";
	}

	/** SQL: the rows of `role` are those of customers. */
	private static function has_role(): string {
		global $wpdb;
		return "role.meta_key = '" . $wpdb->get_blog_prefix() . "capabilities' AND role.meta_value LIKE '%\"customer\"%'";
	}

	/**
	 * @param string $type `orders` or `products`.
	 */
	private static function post_type( string $type ): string {
		return 'orders' === $type ? 'shop_order' : 'product';
	}

	/** Whether orders are in tables of their own, which WooCommerce calls High-Performance Order Storage. */
	private static function has_order_tables(): bool {
		$util = '\Automattic\WooCommerce\Utilities\OrderUtil';
		return is_callable( array( $util, 'custom_orders_table_usage_is_enabled' ) ) && $util::custom_orders_table_usage_is_enabled();
	}
}
