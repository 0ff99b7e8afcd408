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

	/** SQL: statuses of what is in no list. A visit of the checkout makes a draft of an order. */
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
			$role = $wpdb->get_blog_prefix() . 'capabilities';
			$sql  = "SELECT user_id FROM $wpdb->usermeta WHERE user_id IN ($list) AND meta_key = '$role' AND meta_value LIKE '%\"customer\"%'";
		} elseif ( 'orders' === $type && self::has_order_tables() ) {
			$sql = "SELECT id FROM {$wpdb->prefix}wc_orders WHERE id IN ($list) AND type = 'shop_order' AND status NOT IN " . self::UNLISTED;
		} else {
			$sql = "SELECT ID FROM $wpdb->posts WHERE ID IN ($list) AND post_type = '" . self::post_type( $type ) . "' AND post_status NOT IN " . self::UNLISTED;
		}
		$there = array_map( 'intval', $wpdb->get_col( $sql ) ); // phpcs:ignore WordPress.DB -- numbers and fixed texts.
		return array_values( array_diff( $ids, $there ) );
	}

	/**
	 * Orders or products with a date after a position, of which the log knows no change after it: a look at an index, or what the lists of a
	 * delta cost. The dates of customers are in no index, and too many to read.
	 *
	 * @param string $type  `orders` or `products`.
	 * @param int    $since A position.
	 * @param string $log   Name of its table.
	 * @param int    $limit Of records.
	 * @return int[]
	 */
	public static function changed_by_date( string $type, int $since, string $log, int $limit ): array {
		global $wpdb;
		$time = gmdate( 'Y-m-d H:i:s', intdiv( $since, 1000 ) );
		if ( 'orders' === $type && self::has_order_tables() ) {
			$records = "SELECT id FROM {$wpdb->prefix}wc_orders WHERE type = 'shop_order' AND date_updated_gmt >= '$time'";
		} else {
			$records = "SELECT ID AS id FROM $wpdb->posts WHERE post_type = '" . self::post_type( $type ) . "' AND post_modified_gmt >= '$time'";
		}
		$sql = "SELECT found.id FROM ($records) found"
			. " LEFT JOIN $log log ON log.record_type = '$type' AND log.record_id = found.id AND log.position > $since"
			. " WHERE log.record_id IS NULL ORDER BY found.id LIMIT $limit";
		return array_map( 'intval', $wpdb->get_col( $sql ) ); // phpcs:ignore WordPress.DB -- numbers and fixed texts.
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
